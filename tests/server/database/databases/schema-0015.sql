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
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$rYkXgQ4FMvUu9quJiIAsLw$YyKzezb5R0ITHM0QF67IxOwFNbUyNsfyYg19YB3FXok',1.79503524113980817799e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0015');
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
CREATE TABLE club (
	id VARCHAR(32) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	text TEXT NOT NULL, 
	conventions TEXT NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	joined INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE club_member (
	club_id VARCHAR(32) NOT NULL, 
	account_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	joined_at DOUBLE NOT NULL, 
	PRIMARY KEY (club_id, account_id)
);
CREATE TABLE contest (
	id VARCHAR(32) NOT NULL, 
	account_id INTEGER, 
	made_at DOUBLE NOT NULL, 
	title VARCHAR(60) NOT NULL, 
	text TEXT NOT NULL, 
	format VARCHAR(12) NOT NULL, 
	options TEXT NOT NULL, 
	deals INTEGER NOT NULL, 
	entry VARCHAR(10) DEFAULT 'anyone' NOT NULL, 
	club_id VARCHAR(32), 
	season INTEGER DEFAULT '1' NOT NULL, 
	next_id VARCHAR(32), 
	listed BOOLEAN NOT NULL, 
	bots BOOLEAN NOT NULL, 
	drawn BOOLEAN NOT NULL, 
	teams_drawn BOOLEAN NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	starts_at DOUBLE NOT NULL, 
	ends_at DOUBLE NOT NULL, 
	teams INTEGER NOT NULL, 
	results INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE contest_entry (
	contest_id VARCHAR(32) NOT NULL, 
	owner VARCHAR(80) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, 
	name VARCHAR(24) NOT NULL, 
	team INTEGER, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (contest_id, owner)
);
CREATE TABLE contest_game (
	contest_id VARCHAR(32) NOT NULL, 
	team INTEGER NOT NULL, 
	deal INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER, 
	score INTEGER, 
	turns INTEGER, 
	PRIMARY KEY (contest_id, team, deal), 
	UNIQUE (table_id)
);
CREATE TABLE contest_team (
	contest_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	PRIMARY KEY (contest_id, number)
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
INSERT INTO "event" VALUES('84KdGyDod_CL',0,1.79503524123285341258e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"open","spectator_delay":3,"spectator_chat":"apart","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}],"secret":"2d9fce5e713b89b68aafc996183e4c7946de5e083a0ebf0ea690d73a23f00bfd"}',NULL);
INSERT INTO "event" VALUES('84KdGyDod_CL',1,1.79503524124309968949e+09,'{"type":"started","seed":"26be2dade6c078954315c223e791ab4ff5b8ef019fb07f7df815b12847fbd5dc","first":0}','k0:start');
INSERT INTO "event" VALUES('84KdGyDod_CL',2,1.79503524125105762485e+09,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('84KdGyDod_CL',3,1.79503524129277491567e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('84KdGyDod_CL',4,1795035241.32079,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('84KdGyDod_CL',5,1.7950352413322806358e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('84KdGyDod_CL',6,1.79503524135259962075e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('84KdGyDod_CL',7,1.79503524135621333121e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('84KdGyDod_CL',8,1.79503524136860966682e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('84KdGyDod_CL',9,1.79503524137520933156e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('84KdGyDod_CL',10,1.79503524138185954089e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('84KdGyDod_CL',11,1.79503524138780403132e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('84KdGyDod_CL',12,1.79503524139198970799e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('84KdGyDod_CL',13,1.79503524139985513692e+09,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('84KdGyDod_CL',14,1.79503524141209292409e+09,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('84KdGyDod_CL',15,1.79503524142403268811e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
INSERT INTO "event" VALUES('E9fjsWnvzo2Q',0,1.79503524123596143718e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"open","spectator_delay":3,"spectator_chat":"apart","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}],"secret":"896f0c6b3e05d0134274cd903cffc26d0aa488177ea798b48ab8476f06ba6500"}',NULL);
INSERT INTO "event" VALUES('E9fjsWnvzo2Q',1,1.79503524143383455273e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","first":0}','k0:start');
INSERT INTO "event" VALUES('E9fjsWnvzo2Q',2,1.79503524144579172132e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('E9fjsWnvzo2Q',3,1.79503524146275520324e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('E9fjsWnvzo2Q',4,1.79503524146946215628e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('E9fjsWnvzo2Q',5,1.79503524147596120832e+09,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
INSERT INTO "event" VALUES('eS8xeW_uybpX',0,1.79503524120971322056e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"open","spectator_delay":3,"spectator_chat":"apart","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}],"secret":"3fc24bee2c3adaf973e1e5ebfc6209a934886bc7d243e5c0774f5c96eab094fc"}',NULL);
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
	rated BOOLEAN, 
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
INSERT INTO "game_table" VALUES('84KdGyDod_CL',1.79503524123285341258e+09,1.79503524142403268811e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"84KdGyDod_CL","title":"","phase":"playing","created_at":1795035241.2328534,"updated_at":1795035241.4240327,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"open","spectator_delay":3,"watching":0,"over":null,"player":2,"turn":8,"score":0,"max_score":25,"fireworks":{"red":0,"yellow":0,"green":0,"white":0,"blue":0},"seen":{"player":0,"turn":6,"score":0,"max_score":25,"fireworks":{"red":0,"yellow":0,"green":0,"white":0,"blue":0}},"daily":null,"contest":null,"sealed_until":0.0}',1.79503524142403268811e+09,NULL,0);
INSERT INTO "game_table" VALUES('E9fjsWnvzo2Q',1.79503524123596143718e+09,1.79503524147596120832e+09,'over',0,0,3,NULL,0,'lost','{"id":"E9fjsWnvzo2Q","title":"","phase":"over","created_at":1795035241.2359614,"updated_at":1795035241.4759612,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"open","spectator_delay":3,"watching":0,"over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null,"turn":3,"score":0,"max_score":25,"fireworks":{"red":0,"yellow":0,"green":0,"white":0,"blue":0},"seen":null,"daily":null,"contest":null,"sealed_until":0.0}',1.79503524147596120832e+09,NULL,0);
INSERT INTO "game_table" VALUES('eS8xeW_uybpX',1.79503524120971322056e+09,1.79503524120971322056e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"eS8xeW_uybpX","title":"Vino!","phase":"setup","created_at":1795035241.2097132,"updated_at":1795035241.2097132,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"open","spectator_delay":3,"watching":0,"over":null,"player":null,"seen":null,"daily":null,"contest":null,"sealed_until":0.0}',1.79503524120971322056e+09,NULL,0);
CREATE TABLE game_tag (
	owner VARCHAR(64) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	tag VARCHAR(24) NOT NULL, 
	PRIMARY KEY (owner, table_id, tag)
)
 WITHOUT ROWID

;
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, 
	updated_at DOUBLE DEFAULT '0' NOT NULL, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('84KdGyDod_CL',0,'k0',NULL,1.79503524142403268811e+09);
INSERT INTO "holder" VALUES('84KdGyDod_CL',1,'k1',NULL,1.79503524142403268811e+09);
INSERT INTO "holder" VALUES('84KdGyDod_CL',2,'k2',NULL,1.79503524142403268811e+09);
INSERT INTO "holder" VALUES('E9fjsWnvzo2Q',0,'k0',NULL,1.79503524147596120832e+09);
INSERT INTO "holder" VALUES('E9fjsWnvzo2Q',1,'k1',NULL,1.79503524147596120832e+09);
INSERT INTO "holder" VALUES('E9fjsWnvzo2Q',2,'k2',NULL,1.79503524147596120832e+09);
INSERT INTO "holder" VALUES('eS8xeW_uybpX',0,'k0',NULL,1.79503524120971322056e+09);
INSERT INTO "holder" VALUES('eS8xeW_uybpX',1,'k1',NULL,1.79503524120971322056e+09);
INSERT INTO "holder" VALUES('eS8xeW_uybpX',2,'k2',NULL,1.79503524120971322056e+09);
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
CREATE TABLE player_rating (
	owner VARCHAR(64) NOT NULL, 
	players INTEGER NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	deals INTEGER NOT NULL, 
	PRIMARY KEY (owner, players, day)
)
 WITHOUT ROWID

;
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
CREATE TABLE profile (
	account_id INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	public BOOLEAN NOT NULL, 
	invite VARCHAR(32) NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (account_id), 
	UNIQUE (id)
);
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
CREATE TABLE relation (
	account_id INTEGER NOT NULL, 
	other_account INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	made_at DOUBLE NOT NULL, 
	PRIMARY KEY (account_id, other_account)
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
CREATE TABLE seeker (
	owner VARCHAR(80) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, 
	name VARCHAR(24) NOT NULL, 
	players INTEGER NOT NULL, 
	pace VARCHAR(8) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	level DOUBLE NOT NULL, 
	since DOUBLE NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	bots_at DOUBLE, 
	table_id VARCHAR(32), 
	seat INTEGER, 
	seats INTEGER, 
	PRIMARY KEY (owner)
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
INSERT INTO "visitor" VALUES('k0',1,1.79503524114085936547e+09,1.79503524114085936547e+09,'');
CREATE TABLE watermark (
	name VARCHAR(20) NOT NULL, 
	value DOUBLE NOT NULL, 
	PRIMARY KEY (name)
);
CREATE INDEX ix_game_table_seen ON game_table (phase, public, seen_at);
CREATE INDEX ix_game_table_lobby ON game_table (phase, public, updated_at);
CREATE INDEX ix_game_table_archived ON game_table (phase, archived, id);
CREATE INDEX ix_game_table_edition ON game_table (phase, public, edition, updated_at);
CREATE INDEX ix_driven_table_process ON driven_table (process, due_at);
CREATE INDEX ix_invitation_table ON invitation (table_id);
CREATE INDEX ix_invitation_sender ON invitation (from_account);
CREATE INDEX ix_relation_other ON relation (other_account);
CREATE INDEX ix_seeker_table ON seeker (table_id);
CREATE INDEX ix_push_subscription_owner ON push_subscription (owner);
CREATE INDEX ix_push_subscription_key ON push_subscription ("key");
CREATE INDEX ix_holder_account ON holder (account_id, updated_at);
CREATE INDEX ix_holder_key ON holder ("key", updated_at);
CREATE INDEX ix_finished_game_deal ON finished_game (deal, score, over_at);
CREATE INDEX ix_finished_game_rated ON finished_game (rated, over_at);
CREATE INDEX ix_finished_game_daily ON finished_game (daily, players, score, over_at);
CREATE INDEX ix_game_tag_table ON game_tag (table_id);
CREATE INDEX ix_contest_ends ON contest (listed, ends_at);
CREATE INDEX ix_contest_club ON contest (club_id, ends_at);
CREATE INDEX ix_contest_account ON contest (account_id);
CREATE INDEX ix_contest_entry_owner ON contest_entry (owner);
CREATE INDEX ix_contest_entry_team ON contest_entry (contest_id, team);
CREATE INDEX ix_contest_game_number ON contest_game (contest_id, number);
CREATE INDEX ix_contest_game_deal ON contest_game (contest_id, deal);
CREATE INDEX ix_club_member_account ON club_member (account_id);
CREATE INDEX ix_study_account ON study (account_id);
CREATE INDEX ix_study_owner ON study (owner);
CREATE INDEX ix_puzzle_solver_tried ON puzzle_solver (tried_at);
CREATE INDEX ix_report_open ON report (resolved_at, id);
CREATE INDEX ix_visitor_account ON visitor (account_id);
COMMIT;
