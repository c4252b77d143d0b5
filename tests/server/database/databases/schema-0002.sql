BEGIN TRANSACTION;
CREATE TABLE account (
	id INTEGER NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	folded VARCHAR(80) NOT NULL, 
	password VARCHAR(200) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded)
);
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$IkLZ8UKjbMzNmio77guntA$rn+ZnZT7S5STucE6NOoGylue/why+u6g8rUjwZNGfms',1.79479972844280219078e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE event (
	table_id VARCHAR(32) NOT NULL, 
	n INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	command VARCHAR(80), 
	PRIMARY KEY (table_id, n), 
	UNIQUE (table_id, command)
)
 WITHOUT ROWID

;
INSERT INTO "event" VALUES('Zo3_dGTE7jDo',0,1.79479972846007919309e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('Zo3_dGTE7jDo',1,1.79479972854530692096e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","salt":"70d39d7c2ad08052c2adbcc88cfd7580","commitment":"fad23f7e26113814cbb6c3f13b277ecba7b1d051d27dfc0bc4a3ac11eb96af64","first":0}','k0:start');
INSERT INTO "event" VALUES('Zo3_dGTE7jDo',2,1.79479972855149435997e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('Zo3_dGTE7jDo',3,1.79479972855689501763e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('Zo3_dGTE7jDo',4,1.79479972856035971647e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('Zo3_dGTE7jDo',5,1.79479972856910634042e+09,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
INSERT INTO "event" VALUES('hVuIXht64FvD',0,1.7947997284521756172e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('qTWcUt2t77WG',0,1.79479972845710396764e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('qTWcUt2t77WG',1,1.79479972846494626997e+09,'{"type":"started","seed":"a68d6de795ddc33d86ad8c4ab21e5a919dada0fea0ac47ae61bff4a86a2d402e","salt":"26cbeb450027fafe31f17ddbdc4efdab","commitment":"321e6e8ad534193cf7a37c6984bfb0aaf814c6b9f05111c7740419598fc07ecc","first":0}','k0:start');
INSERT INTO "event" VALUES('qTWcUt2t77WG',2,1.79479972847174549101e+09,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('qTWcUt2t77WG',3,1.79479972847492909434e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('qTWcUt2t77WG',4,1.79479972848510599134e+09,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('qTWcUt2t77WG',5,1.79479972848910427091e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('qTWcUt2t77WG',6,1.79479972849309945106e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('qTWcUt2t77WG',7,1.79479972849726295471e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('qTWcUt2t77WG',8,1.79479972850550627706e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('qTWcUt2t77WG',9,1.79479972851027107239e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('qTWcUt2t77WG',10,1.79479972851548314092e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('qTWcUt2t77WG',11,1.79479972852059054379e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('qTWcUt2t77WG',12,1.79479972852864265442e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('qTWcUt2t77WG',13,1.79479972853252673151e+09,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('qTWcUt2t77WG',14,1.79479972853654074667e+09,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('qTWcUt2t77WG',15,1.79479972854048013689e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
CREATE TABLE finished_game (
	table_id VARCHAR(32) NOT NULL, 
	over_at DOUBLE NOT NULL, 
	deal VARCHAR(64), 
	daily VARCHAR(10), 
	public BOOLEAN NOT NULL, 
	players INTEGER NOT NULL, 
	edition VARCHAR(20), 
	score INTEGER NOT NULL, 
	max_score INTEGER NOT NULL, 
	outcome VARCHAR(10) NOT NULL, 
	casual BOOLEAN NOT NULL, 
	again BOOLEAN NOT NULL, 
	seats TEXT NOT NULL, 
	facts TEXT NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE game_table (
	id VARCHAR(32) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	updated_at DOUBLE NOT NULL, 
	phase VARCHAR(10) NOT NULL, 
	public BOOLEAN NOT NULL, 
	driven BOOLEAN NOT NULL, 
	players INTEGER NOT NULL, 
	edition VARCHAR(20), 
	score INTEGER, 
	outcome VARCHAR(10), 
	summary TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "game_table" VALUES('Zo3_dGTE7jDo',1.79479972846007919309e+09,1.79479972856910634042e+09,'over',1,0,3,NULL,0,'lost','{"id":"Zo3_dGTE7jDo","title":"","phase":"over","created_at":1794799728.4600792,"updated_at":1794799728.5691063,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null,"daily":null}');
INSERT INTO "game_table" VALUES('qTWcUt2t77WG',1.79479972845710396764e+09,1.79479972854048013689e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"qTWcUt2t77WG","title":"","phase":"playing","created_at":1794799728.457104,"updated_at":1794799728.5404801,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":2,"daily":null}');
INSERT INTO "game_table" VALUES('hVuIXht64FvD',1.7947997284521756172e+09,1.7947997284521756172e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"hVuIXht64FvD","title":"Vino!","phase":"setup","created_at":1794799728.4521756,"updated_at":1794799728.4521756,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":null,"daily":null}');
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('Zo3_dGTE7jDo',0,'k0',NULL);
INSERT INTO "holder" VALUES('Zo3_dGTE7jDo',1,'k1',NULL);
INSERT INTO "holder" VALUES('Zo3_dGTE7jDo',2,'k2',NULL);
INSERT INTO "holder" VALUES('qTWcUt2t77WG',0,'k0',NULL);
INSERT INTO "holder" VALUES('qTWcUt2t77WG',1,'k1',NULL);
INSERT INTO "holder" VALUES('qTWcUt2t77WG',2,'k2',NULL);
INSERT INTO "holder" VALUES('hVuIXht64FvD',0,'k0',NULL);
INSERT INTO "holder" VALUES('hVuIXht64FvD',1,'k1',NULL);
INSERT INTO "holder" VALUES('hVuIXht64FvD',2,'k2',NULL);
CREATE TABLE review (
	subject VARCHAR(48) NOT NULL, 
	version INTEGER NOT NULL, 
	made_at DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (subject)
);
CREATE TABLE secret (
	name VARCHAR(40) NOT NULL, 
	value VARCHAR(64) NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE study (
	id VARCHAR(32) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	updated_at DOUBLE NOT NULL, 
	revision INTEGER NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	owner VARCHAR(64), 
	account_id INTEGER, 
	origin VARCHAR(32), 
	daily VARCHAR(10), 
	title VARCHAR(80) NOT NULL, 
	record TEXT NOT NULL, 
	lines TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE visitor (
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER NOT NULL, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "visitor" VALUES('k0',1);
CREATE INDEX ix_game_table_lobby ON game_table (phase, public, updated_at);
CREATE INDEX ix_holder_key ON holder ("key");
CREATE INDEX ix_holder_account ON holder (account_id);
CREATE INDEX ix_finished_game_deal ON finished_game (deal);
CREATE INDEX ix_finished_game_daily ON finished_game (daily, players);
CREATE INDEX ix_study_owner ON study (owner);
CREATE INDEX ix_study_account ON study (account_id);
COMMIT;
