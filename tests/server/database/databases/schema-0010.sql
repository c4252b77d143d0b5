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
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$cACpEx3AQreNYqmcUJLITQ$r9DU/IZCvWIrntjvB7CrrN0yaittPNygzSMYv5OcM60',1.79500586067097473146e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0010');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	who VARCHAR(80) NOT NULL, 
	what VARCHAR(40) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	why VARCHAR(200) NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE calendar_feed (
	account_id INTEGER NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (account_id), 
	UNIQUE (token)
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
INSERT INTO "event" VALUES('Bu4_ZU2SHnPg',0,1.79500586075046086311e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","spectator_delay":0,"spectator_chat":"apart","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}],"secret":"3a0fb96d0be41dc5866b462f96bbd53fbfe685fe934f703084230cae93d80640"}',NULL);
INSERT INTO "event" VALUES('G946o9R8c-__',0,1.79500586077055048934e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","spectator_delay":0,"spectator_chat":"apart","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}],"secret":"f424bb6d4b926cfe39a5f3157b0bfcae80e6d9bc19081366bd8fae2d52836831"}',NULL);
INSERT INTO "event" VALUES('G946o9R8c-__',1,1.79500586078184795374e+09,'{"type":"started","seed":"a9900740f61d9276b861f721dc2e6fad0128f7b708b82e06616bc5845c010948","first":0}','k0:start');
INSERT INTO "event" VALUES('G946o9R8c-__',2,1.79500586081074786182e+09,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('G946o9R8c-__',3,1.79500586081892871855e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('G946o9R8c-__',4,1.79500586082809829714e+09,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('G946o9R8c-__',5,1.79500586083320426943e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('G946o9R8c-__',6,1.79500586084508419043e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('G946o9R8c-__',7,1.79500586085696792605e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('G946o9R8c-__',8,1.79500586086949777604e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('G946o9R8c-__',9,1.79500586087495088579e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('G946o9R8c-__',10,1.79500586088389182089e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('G946o9R8c-__',11,1.79500586089117550843e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('G946o9R8c-__',12,1.79500586089618515968e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('G946o9R8c-__',13,1.79500586089940047268e+09,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('G946o9R8c-__',14,1795005860.91089,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('G946o9R8c-__',15,1.79500586091905522346e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
INSERT INTO "event" VALUES('fABraMH5JnJW',0,1.79500586077992963784e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","spectator_delay":0,"spectator_chat":"apart","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}],"secret":"fd0d053962bb23dc87f7d126a3b250637530eef460b4b72eb66f9258906c7185"}',NULL);
INSERT INTO "event" VALUES('fABraMH5JnJW',1,1.79500586092572307584e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","first":0}','k0:start');
INSERT INTO "event" VALUES('fABraMH5JnJW',2,1.79500586094047141078e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('fABraMH5JnJW',3,1.79500586095225930218e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('fABraMH5JnJW',4,1.79500586096366143229e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('fABraMH5JnJW',5,1.795005860978212595e+09,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
CREATE TABLE finished_game (
	table_id VARCHAR(32) NOT NULL, 
	over_at DOUBLE NOT NULL, 
	deal VARCHAR(64), 
	deal_kind VARCHAR(10), 
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
	seen_at DOUBLE DEFAULT '0' NOT NULL, 
	opened_from VARCHAR(16), 
	archived BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "game_table" VALUES('Bu4_ZU2SHnPg',1.79500586075046086311e+09,1.79500586075046086311e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"Bu4_ZU2SHnPg","title":"Vino!","phase":"setup","created_at":1795005860.7504609,"updated_at":1795005860.7504609,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","spectator_delay":0,"watching":0,"over":null,"player":null,"daily":null}',1.79500586075046086311e+09,NULL,0);
INSERT INTO "game_table" VALUES('G946o9R8c-__',1.79500586077055048934e+09,1.79500586091905522346e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"G946o9R8c-__","title":"","phase":"playing","created_at":1795005860.7705505,"updated_at":1795005860.9190552,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","spectator_delay":0,"watching":0,"over":null,"player":2,"turn":8,"score":0,"max_score":25,"fireworks":{"red":0,"yellow":0,"green":0,"white":0,"blue":0},"daily":null}',1.79500586091905522346e+09,NULL,0);
INSERT INTO "game_table" VALUES('fABraMH5JnJW',1.79500586077992963784e+09,1.795005860978212595e+09,'over',0,0,3,NULL,0,'lost','{"id":"fABraMH5JnJW","title":"","phase":"over","created_at":1795005860.7799296,"updated_at":1795005860.9782126,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","spectator_delay":0,"watching":0,"over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null,"turn":3,"score":0,"max_score":25,"fireworks":{"red":0,"yellow":0,"green":0,"white":0,"blue":0},"daily":null}',1.795005860978212595e+09,NULL,0);
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, 
	updated_at DOUBLE DEFAULT '0' NOT NULL, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('Bu4_ZU2SHnPg',0,'k0',NULL,1.79500586075046086311e+09);
INSERT INTO "holder" VALUES('Bu4_ZU2SHnPg',1,'k1',NULL,1.79500586075046086311e+09);
INSERT INTO "holder" VALUES('Bu4_ZU2SHnPg',2,'k2',NULL,1.79500586075046086311e+09);
INSERT INTO "holder" VALUES('G946o9R8c-__',0,'k0',NULL,1.79500586091905522346e+09);
INSERT INTO "holder" VALUES('G946o9R8c-__',1,'k1',NULL,1.79500586091905522346e+09);
INSERT INTO "holder" VALUES('G946o9R8c-__',2,'k2',NULL,1.79500586091905522346e+09);
INSERT INTO "holder" VALUES('fABraMH5JnJW',0,'k0',NULL,1.795005860978212595e+09);
INSERT INTO "holder" VALUES('fABraMH5JnJW',1,'k1',NULL,1.795005860978212595e+09);
INSERT INTO "holder" VALUES('fABraMH5JnJW',2,'k2',NULL,1.795005860978212595e+09);
CREATE TABLE invitation (
	account_id INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	from_account INTEGER NOT NULL, 
	sender VARCHAR(40) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (account_id, table_id)
);
CREATE TABLE mail_address (
	account_id INTEGER NOT NULL, 
	id VARCHAR(32) NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	confirmed_at DOUBLE, 
	language VARCHAR(8) NOT NULL, 
	turns BOOLEAN NOT NULL, 
	invitations BOOLEAN NOT NULL, 
	reviews BOOLEAN NOT NULL, 
	quiet_from INTEGER, 
	quiet_until INTEGER, 
	timezone VARCHAR(40) NOT NULL, 
	last_tag VARCHAR(60) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (account_id), 
	UNIQUE (id)
);
CREATE TABLE mail_recipient (
	recipient VARCHAR(64) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	questions INTEGER NOT NULL, 
	mails INTEGER NOT NULL, 
	refuses_until DOUBLE, 
	PRIMARY KEY (recipient)
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
CREATE TABLE push_subscription (
	id VARCHAR(32) NOT NULL, 
	owner VARCHAR(80) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	endpoint TEXT NOT NULL, 
	p256dh VARCHAR(100) NOT NULL, 
	auth VARCHAR(30) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	turns BOOLEAN NOT NULL, 
	invitations BOOLEAN NOT NULL, 
	reviews BOOLEAN NOT NULL, 
	quiet_from INTEGER, 
	quiet_until INTEGER, 
	timezone VARCHAR(40) NOT NULL, 
	last_tag VARCHAR(60) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE puzzle (
	id VARCHAR(12) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	origin VARCHAR(32) NOT NULL, 
	theme VARCHAR(20) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE puzzle_attempt (
	owner VARCHAR(64) NOT NULL, 
	puzzle VARCHAR(12) NOT NULL, 
	solved BOOLEAN NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (owner, puzzle)
)
 WITHOUT ROWID

;
CREATE TABLE puzzle_rating (
	puzzle VARCHAR(12) NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	tried INTEGER NOT NULL, 
	solved INTEGER NOT NULL, 
	PRIMARY KEY (puzzle)
);
CREATE TABLE puzzle_solver (
	owner VARCHAR(64) NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	tried INTEGER NOT NULL, 
	solved INTEGER NOT NULL, 
	tried_at DOUBLE DEFAULT '0' NOT NULL, 
	PRIMARY KEY (owner)
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
	made_at DOUBLE DEFAULT '0' NOT NULL, 
	seen_at DOUBLE DEFAULT '0' NOT NULL, 
	device VARCHAR(80) DEFAULT '' NOT NULL, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "visitor" VALUES('k0',1,1.79500586068702459334e+09,1.79500586068702459334e+09,'');
CREATE TABLE watermark (
	name VARCHAR(20) NOT NULL, 
	value DOUBLE NOT NULL, 
	PRIMARY KEY (name)
);
CREATE INDEX ix_game_table_lobby ON game_table (phase, public, updated_at);
CREATE INDEX ix_game_table_seen ON game_table (phase, public, seen_at);
CREATE INDEX ix_game_table_edition ON game_table (phase, public, edition, updated_at);
CREATE INDEX ix_game_table_archived ON game_table (phase, archived, id);
CREATE INDEX ix_driven_table_process ON driven_table (process, due_at);
CREATE INDEX ix_invitation_sender ON invitation (from_account);
CREATE INDEX ix_invitation_table ON invitation (table_id);
CREATE INDEX ix_push_subscription_owner ON push_subscription (owner);
CREATE INDEX ix_push_subscription_key ON push_subscription ("key");
CREATE INDEX ix_holder_key ON holder ("key", updated_at);
CREATE INDEX ix_holder_account ON holder (account_id, updated_at);
CREATE INDEX ix_finished_game_daily ON finished_game (daily, players, score, over_at);
CREATE INDEX ix_finished_game_deal ON finished_game (deal, score, over_at);
CREATE INDEX ix_study_account ON study (account_id);
CREATE INDEX ix_study_owner ON study (owner);
CREATE INDEX ix_puzzle_solver_tried ON puzzle_solver (tried_at);
CREATE INDEX ix_report_open ON report (resolved_at, id);
CREATE INDEX ix_visitor_account ON visitor (account_id);
COMMIT;
