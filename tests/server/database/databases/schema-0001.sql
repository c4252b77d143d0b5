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
INSERT INTO "account" VALUES(1,'Ana','ana','$argon2id$v=19$m=19456,t=2,p=1$fMVy0IadBcEUB+RLgNVdxg$DD3upQ1sY/tjE6qQsKdMmW/KEiRE/VFu7Ja4ouGssCg',1.79479972670470309253e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
INSERT INTO "event" VALUES('1YRMkWWrYhAL',0,1.79479972671047139165e+09,'{"type":"created","options":{"title":"Vino!","public":true,"seats":4,"rules":{"edition":"ro"},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('QAQqG6juSwRJ',0,1.79479972671138405799e+09,'{"type":"created","options":{"title":"","public":false,"seats":3,"rules":{},"first":0,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":null},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('QAQqG6juSwRJ',1,1.79479972672067117694e+09,'{"type":"started","seed":"8b284810100b149396670b9d714728829acf5c20ad41e414668bfe8ffc4a35ac","salt":"1b6ac3bfa72cd1121b53decdd96c8937","commitment":"2fdbf63d9e77a7fb7421a5032361434bfd940b047beaf5ab4ffd8530cae24880","first":0}','k0:start');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',2,1.79479972672438836092e+09,'{"type":"acted","seat":0,"action":"clue 2 red"}','k0:m0');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',3,1.79479972673295640941e+09,'{"type":"acted","seat":1,"action":"discard 9"}','k1:m1');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',4,1.79479972673696374892e+09,'{"type":"acted","seat":2,"action":"clue 1 green"}','k2:m2');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',5,1.794799726737862587e+09,'{"type":"acted","seat":0,"action":"clue 1 1"}','k0:m3');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',6,1.79479972673876714706e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m4');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',7,1.79479972673976635928e+09,'{"type":"acted","seat":2,"action":"discard 12"}','k2:m5');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',8,1.7947997267407803535e+09,'{"type":"acted","seat":0,"action":"clue 1 3"}','k0:m6');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',9,1.79479972674159646032e+09,'{"type":"acted","seat":1,"action":"discard 15"}','k1:m7');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',10,1.79479972674260568614e+09,'{"type":"acted","seat":2,"action":"clue 1 yellow"}','k2:m8');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',11,1.79479972674319410326e+09,'{"type":"noted","seat":1,"drawn":3,"text":"<b>new?</b>"}','k1:n');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',12,1.7947997267437083721e+09,'{"type":"said","seat":2,"text":"''; DROP TABLE event; --"}','k2:c');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',13,1.79479972674441719052e+09,'{"type":"take_back_asked","seat":2,"actions":8}','k2:a');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',14,1.7947997267484126091e+09,'{"type":"take_back_agreed","seat":0}','k0:y0');
INSERT INTO "event" VALUES('QAQqG6juSwRJ',15,1.79479972675241756432e+09,'{"type":"taken_back","seat":1,"by":2,"actions":8}','k1:y1');
INSERT INTO "event" VALUES('h1dCw88g7J95',0,1.79479972671255850798e+09,'{"type":"created","options":{"title":"","public":true,"seats":3,"rules":{"strikes":1},"first":0,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"take_backs":true,"spectators":"public","aids":"expert","seed":"golden"},"host":"k0","seats":[{"name":"Ana","keys":["k0"],"token":"t0"},{"name":"Bogdan","keys":["k1"],"token":"t1"},{"name":"Łucja","keys":["k2"],"token":"t2"}]}',NULL);
INSERT INTO "event" VALUES('h1dCw88g7J95',1,1.79479972675377058978e+09,'{"type":"started","seed":"6f473b7dc7e15eb0df7589dc8605530e5fec0a52e5f57364380d592438117d81","salt":"a75e98668c305ba5d73e4ed099b739ed","commitment":"0e1e226580866cd449e3f5b4b308cdbc911f6270a8eaaee0d71f8d8a11f4e155","first":0}','k0:start');
INSERT INTO "event" VALUES('h1dCw88g7J95',2,1.79479972675803542132e+09,'{"type":"acted","seat":0,"action":"clue 1 4"}','k0:m0');
INSERT INTO "event" VALUES('h1dCw88g7J95',3,1.79479972676065278056e+09,'{"type":"acted","seat":1,"action":"discard 6"}','k1:m1');
INSERT INTO "event" VALUES('h1dCw88g7J95',4,1.79479972676476025577e+09,'{"type":"acted","seat":2,"action":"clue 0 2"}','k2:m2');
INSERT INTO "event" VALUES('h1dCw88g7J95',5,1794799726.7656,'{"type":"acted","seat":0,"action":"play 1"}','k0:m3');
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
INSERT INTO "game_table" VALUES('1YRMkWWrYhAL',1.79479972671047139165e+09,1.79479972671047139165e+09,'setup',1,0,4,'ro',NULL,NULL,'{"id":"1YRMkWWrYhAL","title":"Vino!","phase":"setup","created_at":1794799726.7104714,"updated_at":1794799726.7104714,"players":4,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"},{"name":null,"kind":"empty"}],"rules":{"edition":"ro"},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":null}');
INSERT INTO "game_table" VALUES('h1dCw88g7J95',1.79479972671255850798e+09,1794799726.7656,'over',1,0,3,NULL,0,'lost','{"id":"h1dCw88g7J95","title":"","phase":"over","created_at":1794799726.7125585,"updated_at":1794799726.7656,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{"strikes":1},"by_the_book":true,"communication":"phrases","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":{"outcome":"lost","reason":"strikes","score":0,"rating":null},"player":null}');
INSERT INTO "game_table" VALUES('QAQqG6juSwRJ',1.79479972671138405799e+09,1.79479972675241756432e+09,'playing',0,0,3,NULL,NULL,NULL,'{"id":"QAQqG6juSwRJ","title":"","phase":"playing","created_at":1794799726.711384,"updated_at":1794799726.7524176,"players":3,"seats":[{"name":"Ana","kind":"human"},{"name":"Bogdan","kind":"human"},{"name":"Łucja","kind":"human"}],"rules":{},"by_the_book":true,"communication":"free","clock":{"kind":"none","seconds":60,"increment":0},"spectators":"public","over":null,"player":2}');
CREATE TABLE holder (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	account_id INTEGER, 
	PRIMARY KEY (table_id, seat, "key")
);
INSERT INTO "holder" VALUES('1YRMkWWrYhAL',0,'k0',NULL);
INSERT INTO "holder" VALUES('1YRMkWWrYhAL',1,'k1',NULL);
INSERT INTO "holder" VALUES('1YRMkWWrYhAL',2,'k2',NULL);
INSERT INTO "holder" VALUES('h1dCw88g7J95',0,'k0',NULL);
INSERT INTO "holder" VALUES('h1dCw88g7J95',1,'k1',NULL);
INSERT INTO "holder" VALUES('h1dCw88g7J95',2,'k2',NULL);
INSERT INTO "holder" VALUES('QAQqG6juSwRJ',0,'k0',NULL);
INSERT INTO "holder" VALUES('QAQqG6juSwRJ',1,'k1',NULL);
INSERT INTO "holder" VALUES('QAQqG6juSwRJ',2,'k2',NULL);
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
COMMIT;
