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
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$oR7DJerARm7jxEfWuhg5mw$tndnzfDXCbC8QiwJ6Gi/F2/y3rkmsLadCgOaay5KIcY',1.794849173972672224e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	who VARCHAR(80) NOT NULL, 
	what VARCHAR(40) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	why VARCHAR(200) NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE daily_entry (
	day VARCHAR(10) NOT NULL, 
	players INTEGER NOT NULL, 
	holder VARCHAR(80) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (day, players, holder)
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
INSERT INTO "event" VALUES('Kvzm_ktFd1q4',0,1.79484917399460744856e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('Kvzm_ktFd1q4',1,1.79484917406892657276e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","salt":"b05a53ed0cfb917967e2a63daa85b9fb","commitment":"12a1c966100a8b3e1d56a362ed0a3aba04d2ac4eb431a6c8ae799b52055d772e","first":0}','k0:start');
INSERT INTO "event" VALUES('Kvzm_ktFd1q4',2,1.79484917407380795478e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('Kvzm_ktFd1q4',3,1.79484917408452439311e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('Kvzm_ktFd1q4',4,1.79484917409270119665e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('Kvzm_ktFd1q4',5,1.79484917409471392626e+09,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',0,1.79484917398869872097e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',1,1.79484917400057148936e+09,'{"type":"started","seed":"e29271736c589c6117adddcbb05ef0291c0132c00b2d0f447685a424573731f5","salt":"62fda84a0d78d0f8ea16cc09ecaac0cb","commitment":"d3ebed393f081d4694f612749a931fb4da31695428830189de2c1c2cc04beea9","first":0}','k0:start');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',2,1.79484917401234436032e+09,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',3,1.79484917401675343512e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',4,1.79484917402086782451e+09,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',5,1.79484917402461194996e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',6,1.7948491740285584927e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',7,1.79484917403300809866e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',8,1.79484917403680133826e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',9,1.79484917404062771801e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',10,1.79484917404482698438e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',11,1.79484917404835486419e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',12,1.79484917405233168597e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',13,1.79484917405635404589e+09,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',14,1.79484917406037068369e+09,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('Xh4Rzm6N_miy',15,1.7948491740643117428e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
INSERT INTO "event" VALUES('fphibxqmUuG4',0,1.79484917398354983323e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
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
INSERT INTO "game_table" VALUES('fphibxqmUuG4',1.79484917398354983323e+09,1.79484917398354983323e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"fphibxqmUuG4","title":"Vino!","phase":"setup","created_at":1794849173.9835498,"updated_at":1794849173.9835498,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":null,"daily":null}');
INSERT INTO "game_table" VALUES('Kvzm_ktFd1q4',1.79484917399460744856e+09,1.79484917409471392626e+09,'over',1,0,3,NULL,0,'lost','{"id":"Kvzm_ktFd1q4","title":"","phase":"over","created_at":1794849173.9946074,"updated_at":1794849174.094714,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null,"daily":null}');
INSERT INTO "game_table" VALUES('Xh4Rzm6N_miy',1.79484917398869872097e+09,1.7948491740643117428e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"Xh4Rzm6N_miy","title":"","phase":"playing","created_at":1794849173.9886987,"updated_at":1794849174.0643117,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":2,"daily":null}');
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('fphibxqmUuG4',0,'k0',NULL);
INSERT INTO "holder" VALUES('fphibxqmUuG4',1,'k1',NULL);
INSERT INTO "holder" VALUES('fphibxqmUuG4',2,'k2',NULL);
INSERT INTO "holder" VALUES('Xh4Rzm6N_miy',0,'k0',NULL);
INSERT INTO "holder" VALUES('Xh4Rzm6N_miy',1,'k1',NULL);
INSERT INTO "holder" VALUES('Xh4Rzm6N_miy',2,'k2',NULL);
INSERT INTO "holder" VALUES('Kvzm_ktFd1q4',0,'k0',NULL);
INSERT INTO "holder" VALUES('Kvzm_ktFd1q4',1,'k1',NULL);
INSERT INTO "holder" VALUES('Kvzm_ktFd1q4',2,'k2',NULL);
CREATE TABLE notice (
	id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE recovery_code (
	account_id INTEGER NOT NULL, 
	code VARCHAR(64) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (account_id), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
CREATE TABLE report (
	id INTEGER NOT NULL, 
	made_at DOUBLE NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER, 
	event INTEGER, 
	reason VARCHAR(20) NOT NULL, 
	text VARCHAR(500) NOT NULL, 
	quoted VARCHAR(400) NOT NULL, 
	reporter VARCHAR(64), 
	reporter_account INTEGER, 
	resolved_at DOUBLE, 
	resolution VARCHAR(200), 
	PRIMARY KEY (id)
);
CREATE TABLE review (
	subject VARCHAR(48) NOT NULL, 
	version INTEGER NOT NULL, 
	made_at DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (subject)
);
CREATE TABLE sanction (
	id INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	address VARCHAR(50), 
	account_id INTEGER, 
	reason VARCHAR(200) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	expires_at DOUBLE, 
	PRIMARY KEY (id)
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
	account_id INTEGER NOT NULL, made_at DOUBLE DEFAULT '0' NOT NULL, seen_at DOUBLE DEFAULT '0' NOT NULL, device VARCHAR(80) DEFAULT '' NOT NULL, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "visitor" VALUES('k0',1,1.79484917397400450702e+09,1.79484917397400450702e+09,'');
CREATE INDEX ix_game_table_lobby ON game_table (phase, public, updated_at);
CREATE INDEX ix_holder_key ON holder ("key");
CREATE INDEX ix_holder_account ON holder (account_id);
CREATE INDEX ix_finished_game_deal ON finished_game (deal);
CREATE INDEX ix_finished_game_daily ON finished_game (daily, players);
CREATE INDEX ix_study_owner ON study (owner);
CREATE INDEX ix_study_account ON study (account_id);
CREATE INDEX ix_visitor_account ON visitor (account_id);
CREATE INDEX ix_report_open ON report (resolved_at, id);
COMMIT;
