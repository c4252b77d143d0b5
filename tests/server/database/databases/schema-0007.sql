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
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$lTfR7KcX7KzgWr/+1nb2+g$gZkDqOQ9lMl1g/XH8oBv1bjCxYKFM1WTA/VVwuWiA6w',1.79488483929100084302e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
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
INSERT INTO "event" VALUES('bSDTPqAdbFJV',0,1.79488483934309697147e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('bSDTPqAdbFJV',1,1.79488483954291748998e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","salt":"2c1b4d72934f1eff0742a2575ae5dd0f","commitment":"040afe143aa8d7a983aebf926aa5a6f72dc91ad3109d74dd8e97cea4c2df1dc2","first":0}','k0:start');
INSERT INTO "event" VALUES('bSDTPqAdbFJV',2,1.79488483955581068995e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('bSDTPqAdbFJV',3,1.79488483956662249561e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('bSDTPqAdbFJV',4,1.79488483957887315746e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('bSDTPqAdbFJV',5,1.79488483958550024037e+09,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
INSERT INTO "event" VALUES('qVyexxye35zg',0,1.79488483932516264913e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('t-wBp5i-m3bK',0,1.79488483933541536326e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('t-wBp5i-m3bK',1,1.79488483935881495481e+09,'{"type":"started","seed":"2c1decb671dab069c53ec65804d59e76226fc37cd7a26e155fbfa3f6234e149b","salt":"6d160776338f75d135fad81be691ab16","commitment":"64e4d6e23e185a16be644f408c08f3fe2e6ea49bbfc59ab4f32cc0638cdffc01","first":0}','k0:start');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',2,1.79488483937424373633e+09,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',3,1.79488483938557338718e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',4,1.79488483939693093307e+09,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',5,1.79488483940036487574e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',6,1.79488483941661119457e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',7,1.7948848394291090965e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',8,1.79488483943499374387e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',9,1.79488483944226741794e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',10,1.79488483945083737375e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',11,1.79488483945911598202e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',12,1.79488483946328687668e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',13,1.79488483948241257662e+09,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',14,1.7948848395116381645e+09,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('t-wBp5i-m3bK',15,1.79488483953558301928e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
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
INSERT INTO "game_table" VALUES('bSDTPqAdbFJV',1.79488483934309697147e+09,1.79488483958550024037e+09,'over',1,0,3,NULL,0,'lost','{"id":"bSDTPqAdbFJV","title":"","phase":"over","created_at":1794884839.343097,"updated_at":1794884839.5855002,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null,"daily":null}',1.79488483958550024037e+09,NULL,0);
INSERT INTO "game_table" VALUES('qVyexxye35zg',1.79488483932516264913e+09,1.79488483932516264913e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"qVyexxye35zg","title":"Vino!","phase":"setup","created_at":1794884839.3251626,"updated_at":1794884839.3251626,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":null,"daily":null}',1.79488483932516264913e+09,NULL,0);
INSERT INTO "game_table" VALUES('t-wBp5i-m3bK',1.79488483933541536326e+09,1.79488483953558301928e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"t-wBp5i-m3bK","title":"","phase":"playing","created_at":1794884839.3354154,"updated_at":1794884839.535583,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":2,"daily":null}',1.79488483953558301928e+09,NULL,0);
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, updated_at DOUBLE DEFAULT '0' NOT NULL, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('bSDTPqAdbFJV',0,'k0',NULL,1.79488483958550024037e+09);
INSERT INTO "holder" VALUES('bSDTPqAdbFJV',1,'k1',NULL,1.79488483958550024037e+09);
INSERT INTO "holder" VALUES('bSDTPqAdbFJV',2,'k2',NULL,1.79488483958550024037e+09);
INSERT INTO "holder" VALUES('qVyexxye35zg',0,'k0',NULL,1.79488483932516264913e+09);
INSERT INTO "holder" VALUES('qVyexxye35zg',1,'k1',NULL,1.79488483932516264913e+09);
INSERT INTO "holder" VALUES('qVyexxye35zg',2,'k2',NULL,1.79488483932516264913e+09);
INSERT INTO "holder" VALUES('t-wBp5i-m3bK',0,'k0',NULL,1.79488483953558301928e+09);
INSERT INTO "holder" VALUES('t-wBp5i-m3bK',1,'k1',NULL,1.79488483953558301928e+09);
INSERT INTO "holder" VALUES('t-wBp5i-m3bK',2,'k2',NULL,1.79488483953558301928e+09);
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
	account_id INTEGER NOT NULL, made_at DOUBLE DEFAULT '0' NOT NULL, seen_at DOUBLE DEFAULT '0' NOT NULL, device VARCHAR(80) DEFAULT '' NOT NULL, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "visitor" VALUES('k0',1,1.79488483929208970067e+09,1.79488483929208970067e+09,'');
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
CREATE INDEX ix_push_subscription_owner ON push_subscription (owner);
CREATE INDEX ix_push_subscription_key ON push_subscription ("key");
COMMIT;
