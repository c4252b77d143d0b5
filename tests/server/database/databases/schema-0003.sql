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
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$SCLCxjWgGo8kAN5QbBf97A$PjhqTGCwkYv05REMSsrxgEzvRRZIAMNTWcUPLGm7bCI',1794849233.79717);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE driven_table (
	table_id VARCHAR(32) NOT NULL, 
	process VARCHAR(16), 
	due_at DOUBLE NOT NULL, 
	PRIMARY KEY (table_id)
);
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
INSERT INTO "event" VALUES('QNDgiSIsEjFt',0,1.79484923382479739191e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('QNDgiSIsEjFt',1,1.79484923383372426035e+09,'{"type":"started","seed":"fd6cb9ff0a3d09fb6135d22536c17ac43063ad743265de06f1a89b4abb6cbd46","salt":"043eab9b60319be03365102c92b19da0","commitment":"08f2000982603951007e173c4c7fde091c98e0729520be846023c51a12ecade8","first":0}','k0:start');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',2,1.79484923384340882297e+09,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',3,1.79484923385683560375e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',4,1.79484923386508727076e+09,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',5,1.79484923386862564088e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',6,1.794849233876730442e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',7,1.79484923388427519792e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',8,1.79484923389205145837e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',9,1.7948492339006185531e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',10,1.7948492339089751244e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',11,1.79484923391652488708e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',12,1.79484923392042088506e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',13,1.79484923392850637437e+09,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',14,1.79484923393652677538e+09,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('QNDgiSIsEjFt',15,1.79484923394039487835e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
INSERT INTO "event" VALUES('SJAnlDloI_17',0,1.79484923382856488222e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('SJAnlDloI_17',1,1.79484923394349527364e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","salt":"8b8d66fbf19ebee767d309c6f28634f1","commitment":"815b1fb66a0009d61cc314ff404f0a657bebc8adbfc25abc14f2244dbe1352e7","first":0}','k0:start');
INSERT INTO "event" VALUES('SJAnlDloI_17',2,1.79484923397415065769e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('SJAnlDloI_17',3,1.79484923398425555234e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('SJAnlDloI_17',4,1.79484923398878121374e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('SJAnlDloI_17',5,1.79484923399177145964e+09,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
INSERT INTO "event" VALUES('wh3tHtRBAWsk',0,1.79484923381152915956e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
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
	summary TEXT NOT NULL, seen_at DOUBLE DEFAULT '0' NOT NULL, opened_from VARCHAR(16), archived BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "game_table" VALUES('QNDgiSIsEjFt',1.79484923382479739191e+09,1.79484923394039487835e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"QNDgiSIsEjFt","title":"","phase":"playing","created_at":1794849233.8247974,"updated_at":1794849233.9403949,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":2,"daily":null}',1.79484923394039487835e+09,NULL,0);
INSERT INTO "game_table" VALUES('SJAnlDloI_17',1.79484923382856488222e+09,1.79484923399177145964e+09,'over',1,0,3,NULL,0,'lost','{"id":"SJAnlDloI_17","title":"","phase":"over","created_at":1794849233.828565,"updated_at":1794849233.9917715,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null,"daily":null}',1.79484923399177145964e+09,NULL,0);
INSERT INTO "game_table" VALUES('wh3tHtRBAWsk',1.79484923381152915956e+09,1.79484923381152915956e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"wh3tHtRBAWsk","title":"Vino!","phase":"setup","created_at":1794849233.8115292,"updated_at":1794849233.8115292,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":null,"daily":null}',1.79484923381152915956e+09,NULL,0);
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, updated_at DOUBLE DEFAULT '0' NOT NULL, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('QNDgiSIsEjFt',0,'k0',NULL,1.79484923394039487835e+09);
INSERT INTO "holder" VALUES('QNDgiSIsEjFt',1,'k1',NULL,1.79484923394039487835e+09);
INSERT INTO "holder" VALUES('QNDgiSIsEjFt',2,'k2',NULL,1.79484923394039487835e+09);
INSERT INTO "holder" VALUES('SJAnlDloI_17',0,'k0',NULL,1.79484923399177145964e+09);
INSERT INTO "holder" VALUES('SJAnlDloI_17',1,'k1',NULL,1.79484923399177145964e+09);
INSERT INTO "holder" VALUES('SJAnlDloI_17',2,'k2',NULL,1.79484923399177145964e+09);
INSERT INTO "holder" VALUES('wh3tHtRBAWsk',0,'k0',NULL,1.79484923381152915956e+09);
INSERT INTO "holder" VALUES('wh3tHtRBAWsk',1,'k1',NULL,1.79484923381152915956e+09);
INSERT INTO "holder" VALUES('wh3tHtRBAWsk',2,'k2',NULL,1.79484923381152915956e+09);
CREATE TABLE player_total (
	owner VARCHAR(64) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	games INTEGER NOT NULL, 
	score INTEGER NOT NULL, 
	squares INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	perfect INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	PRIMARY KEY (owner, kind, name)
)
 WITHOUT ROWID

;
CREATE TABLE review (
	subject VARCHAR(48) NOT NULL, 
	version INTEGER NOT NULL, 
	made_at DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (subject)
);
CREATE TABLE score_total (
	edition VARCHAR(20) NOT NULL, 
	players INTEGER NOT NULL, 
	outcome VARCHAR(10) NOT NULL, 
	games INTEGER NOT NULL, 
	score INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	PRIMARY KEY (edition, players, outcome)
);
CREATE TABLE secret (
	name VARCHAR(40) NOT NULL, 
	value VARCHAR(64) NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE server_process (
	id VARCHAR(16) NOT NULL, 
	started_at DOUBLE NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	PRIMARY KEY (id)
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
CREATE TABLE watermark (
	name VARCHAR(20) NOT NULL, 
	value DOUBLE NOT NULL, 
	PRIMARY KEY (name)
);
CREATE INDEX ix_game_table_lobby ON game_table (phase, public, updated_at);
CREATE INDEX ix_study_owner ON study (owner);
CREATE INDEX ix_study_account ON study (account_id);
CREATE INDEX ix_game_table_seen ON game_table (phase, public, seen_at);
CREATE INDEX ix_game_table_edition ON game_table (phase, public, edition, updated_at);
CREATE INDEX ix_game_table_archived ON game_table (phase, archived, id);
CREATE INDEX ix_holder_key ON holder ("key", updated_at);
CREATE INDEX ix_holder_account ON holder (account_id, updated_at);
CREATE INDEX ix_finished_game_deal ON finished_game (deal, score, over_at);
CREATE INDEX ix_finished_game_daily ON finished_game (daily, players, score, over_at);
CREATE INDEX ix_driven_table_process ON driven_table (process, due_at);
COMMIT;
