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
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$bzjbTyg7Sox4ofRsdk9PBg$ItBqVinL73y7b14ZOmidqukxA7SalBpWwz4txvTJUFU',1.79488049749889588355e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
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
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',0,1.79488049751029300695e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',1,1.79488049751823139192e+09,'{"type":"started","seed":"8773fe7014e2244e283dbed45da61cd4d9cef97c0af1f3aa284f302f7f276d5b","salt":"563b47d237a2c3232de314bc018813d6","commitment":"5dab1ace5fc4853b5f1e5c8997b1e4e045f98aec34d6540ceea3ce2685730311","first":0}','k0:start');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',2,1794880497.524,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',3,1.79488049753282284735e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',4,1.79488049753901314736e+09,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',5,1.79488049753957056996e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',6,1.79488049754332399362e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',7,1.79488049754730057713e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',8,1.79488049755114579195e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',9,1.79488049755490636826e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',10,1.79488049755951309198e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',11,1.79488049756209850317e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',12,1.79488049756564688685e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',13,1794880497.56945,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',14,1.7948804975746631622e+09,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('CmDlC-Tf1fA4',15,1.79488049757792901993e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
INSERT INTO "event" VALUES('Q3r5vliBfc94',0,1.79488049751393723488e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('Q3r5vliBfc94',1,1.79488049758521223068e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","salt":"7798b3c451703fc0166cc8071240e643","commitment":"330873df7c1666878f43cb7d6b41495f7835a558fd3cfb82b7b0d3ae5179f686","first":0}','k0:start');
INSERT INTO "event" VALUES('Q3r5vliBfc94',2,1.79488049759166741372e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('Q3r5vliBfc94',3,1.79488049759248352046e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('Q3r5vliBfc94',4,1.79488049759626412389e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('Q3r5vliBfc94',5,1.79488049759995913507e+09,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
INSERT INTO "event" VALUES('al0WuEHN4s1a',0,1.79488049750888490675e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
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
INSERT INTO "game_table" VALUES('CmDlC-Tf1fA4',1.79488049751029300695e+09,1.79488049757792901993e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"CmDlC-Tf1fA4","title":"","phase":"playing","created_at":1794880497.510293,"updated_at":1794880497.577929,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":2,"daily":null}',1.79488049757792901993e+09,NULL,0);
INSERT INTO "game_table" VALUES('Q3r5vliBfc94',1.79488049751393723488e+09,1.79488049759995913507e+09,'over',1,0,3,NULL,0,'lost','{"id":"Q3r5vliBfc94","title":"","phase":"over","created_at":1794880497.5139372,"updated_at":1794880497.5999591,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null,"daily":null}',1.79488049759995913507e+09,NULL,0);
INSERT INTO "game_table" VALUES('al0WuEHN4s1a',1.79488049750888490675e+09,1.79488049750888490675e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"al0WuEHN4s1a","title":"Vino!","phase":"setup","created_at":1794880497.508885,"updated_at":1794880497.508885,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":null,"daily":null}',1.79488049750888490675e+09,NULL,0);
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, updated_at DOUBLE DEFAULT '0' NOT NULL, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('CmDlC-Tf1fA4',0,'k0',NULL,1.79488049757792901993e+09);
INSERT INTO "holder" VALUES('CmDlC-Tf1fA4',1,'k1',NULL,1.79488049757792901993e+09);
INSERT INTO "holder" VALUES('CmDlC-Tf1fA4',2,'k2',NULL,1.79488049757792901993e+09);
INSERT INTO "holder" VALUES('Q3r5vliBfc94',0,'k0',NULL,1.79488049759995913507e+09);
INSERT INTO "holder" VALUES('Q3r5vliBfc94',1,'k1',NULL,1.79488049759995913507e+09);
INSERT INTO "holder" VALUES('Q3r5vliBfc94',2,'k2',NULL,1.79488049759995913507e+09);
INSERT INTO "holder" VALUES('al0WuEHN4s1a',0,'k0',NULL,1.79488049750888490675e+09);
INSERT INTO "holder" VALUES('al0WuEHN4s1a',1,'k1',NULL,1.79488049750888490675e+09);
INSERT INTO "holder" VALUES('al0WuEHN4s1a',2,'k2',NULL,1.79488049750888490675e+09);
CREATE TABLE invitation (
	account_id INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	from_account INTEGER NOT NULL, 
	sender VARCHAR(40) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (account_id, table_id)
);
CREATE TABLE notice (
	id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	PRIMARY KEY (id)
);
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
	account_id INTEGER NOT NULL, made_at DOUBLE DEFAULT '0' NOT NULL, seen_at DOUBLE DEFAULT '0' NOT NULL, device VARCHAR(80) DEFAULT '' NOT NULL, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "visitor" VALUES('k0',1,1.79488049750171923635e+09,1.79488049750171923635e+09,'');
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
CREATE INDEX ix_visitor_account ON visitor (account_id);
CREATE INDEX ix_report_open ON report (resolved_at, id);
CREATE INDEX ix_invitation_table ON invitation (table_id);
CREATE INDEX ix_invitation_sender ON invitation (from_account);
COMMIT;
