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
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$/iHpWukB1+LEzt/feYo9Cw$Pgw8kSw/jj4BgPybV2z+/f2tE2FVrM/hsvE6fe7hyKg',1794854262.30707);
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
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',0,1.79485426238098978992e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',1,1.79485426239430904387e+09,'{"type":"started","seed":"ff2227ce39afbcd8410bfb3ba82878c4f62d719513e53d670eae5d3cbb369d3a","salt":"922f59fd16d50f59b6095fde3edbda60","commitment":"b30414fbb96425387018dd4472a441c54a1923b7b16e2cd65a7ec9b6fd40a128","first":0}','k0:start');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',2,1.79485426241131114963e+09,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',3,1.79485426243000173573e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',4,1.79485426243309593207e+09,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',5,1.79485426244323754314e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',6,1.79485426245058822631e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',7,1.79485426245522546769e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',8,1.79485426246601581577e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',9,1.79485426253959465033e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',10,1.7948542625448625087e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',11,1.79485426256087207794e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',12,1.79485426256911277773e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',13,1.79485426257264947891e+09,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',14,1.7948542625752849579e+09,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('L3LlJ-nO0Xib',15,1.79485426259173035624e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
INSERT INTO "event" VALUES('ToUPtjEHcK3T',0,1.79485426238964295387e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('ToUPtjEHcK3T',1,1.79485426259987449642e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","salt":"11921baa9d82d64d176582439f95654f","commitment":"73e47dc4f368f2124326a1fb78e2d7b52e1420bbd99058da37f2fc71d1c35018","first":0}','k0:start');
INSERT INTO "event" VALUES('ToUPtjEHcK3T',2,1.79485426262038421634e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('ToUPtjEHcK3T',3,1.7948542626263689995e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('ToUPtjEHcK3T',4,1.79485426263566803933e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('ToUPtjEHcK3T',5,1.79485426264246129986e+09,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
INSERT INTO "event" VALUES('zkns1OsmYH7a',0,1.79485426237316155438e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
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
INSERT INTO "game_table" VALUES('L3LlJ-nO0Xib',1.79485426238098978992e+09,1.79485426259173035624e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"L3LlJ-nO0Xib","title":"","phase":"playing","created_at":1794854262.3809898,"updated_at":1794854262.5917304,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":2,"daily":null}',1.79485426259173035624e+09,NULL,0);
INSERT INTO "game_table" VALUES('ToUPtjEHcK3T',1.79485426238964295387e+09,1.79485426264246129986e+09,'over',1,0,3,NULL,0,'lost','{"id":"ToUPtjEHcK3T","title":"","phase":"over","created_at":1794854262.389643,"updated_at":1794854262.6424613,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null,"daily":null}',1.79485426264246129986e+09,NULL,0);
INSERT INTO "game_table" VALUES('zkns1OsmYH7a',1.79485426237316155438e+09,1.79485426237316155438e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"zkns1OsmYH7a","title":"Vino!","phase":"setup","created_at":1794854262.3731616,"updated_at":1794854262.3731616,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":null,"daily":null}',1.79485426237316155438e+09,NULL,0);
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, updated_at DOUBLE DEFAULT '0' NOT NULL, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('L3LlJ-nO0Xib',0,'k0',NULL,1.79485426259173035624e+09);
INSERT INTO "holder" VALUES('L3LlJ-nO0Xib',1,'k1',NULL,1.79485426259173035624e+09);
INSERT INTO "holder" VALUES('L3LlJ-nO0Xib',2,'k2',NULL,1.79485426259173035624e+09);
INSERT INTO "holder" VALUES('ToUPtjEHcK3T',0,'k0',NULL,1.79485426264246129986e+09);
INSERT INTO "holder" VALUES('ToUPtjEHcK3T',1,'k1',NULL,1.79485426264246129986e+09);
INSERT INTO "holder" VALUES('ToUPtjEHcK3T',2,'k2',NULL,1.79485426264246129986e+09);
INSERT INTO "holder" VALUES('zkns1OsmYH7a',0,'k0',NULL,1.79485426237316155438e+09);
INSERT INTO "holder" VALUES('zkns1OsmYH7a',1,'k1',NULL,1.79485426237316155438e+09);
INSERT INTO "holder" VALUES('zkns1OsmYH7a',2,'k2',NULL,1.79485426237316155438e+09);
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
INSERT INTO "visitor" VALUES('k0',1,1.7948542623198804855e+09,1.7948542623198804855e+09,'');
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
COMMIT;
