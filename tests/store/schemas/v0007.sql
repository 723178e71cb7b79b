BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
CREATE TABLE challenges (
	table_id VARCHAR(16) NOT NULL, 
	device VARCHAR(64) NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	PRIMARY KEY (table_id, device), 
	UNIQUE (token)
);
CREATE TABLE codes (
	code VARCHAR(64) NOT NULL, 
	device VARCHAR(64) NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (code)
);
CREATE TABLE devices (
	device VARCHAR(64) NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	PRIMARY KEY (device, table_id)
);
INSERT INTO "devices" VALUES('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd','abcdefghjk');
CREATE TABLE events (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	"key" VARCHAR(64), 
	data JSON NOT NULL, 
	PRIMARY KEY (table_id, seq)
);
INSERT INTO "events" VALUES('abcdefghjk',1,1000.0,NULL,'{"kind":"opened","game":"spicy","preset":"classic","options":{},"seats":2,"host":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","commitment":"074d8440b4e9db8fe09b79250c94de26dcf63863520b11928241c484e3a088da","first":0,"clock":null,"match":null,"dice":"committed","think":120,"coach":false,"given":[],"keep":"every","same":"","sealed":null}');
INSERT INTO "events" VALUES('abcdefghjk',2,1000.0,NULL,'{"kind":"seated","seat":0,"name":"Mia","device":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","bot":null,"agrees":false}');
INSERT INTO "events" VALUES('abcdefghjk',3,1000.0,NULL,'{"kind":"seated","seat":1,"name":"Greedy","device":null,"bot":"greedy","agrees":false}');
INSERT INTO "events" VALUES('abcdefghjk',4,1001.0,NULL,'{"kind":"ready","seat":0,"nonce":"nonce0001"}');
INSERT INTO "events" VALUES('abcdefghjk',5,1001.0,'key-1001.0','{"kind":"started","first":0,"seats":[0,1],"match":null,"rules":"0cb24cf73454dd73","coach":false}');
INSERT INTO "events" VALUES('abcdefghjk',6,1002.0,NULL,'{"kind":"played","event":{"seat":0,"do":"roll 1 2 3 4 5 6"}}');
INSERT INTO "events" VALUES('abcdefghjk',7,1002.0,'key-1002.0','{"kind":"played","event":{"seat":0,"throw":"341225"}}');
INSERT INTO "events" VALUES('abcdefghjk',8,1003.0,'key-1003.0','{"kind":"played","event":{"seat":0,"do":"score SUM"}}');
INSERT INTO "events" VALUES('abcdefghjk',9,1004.0,'key-1004.0','{"kind":"reacted","seat":0,"reaction":"nice"}');
CREATE TABLE keys (
	name VARCHAR(16) NOT NULL, 
	value VARCHAR(64) NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE leases (
	table_id VARCHAR(16) NOT NULL, 
	service VARCHAR(16) NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE profiles (
	device VARCHAR(64) NOT NULL, 
	data JSON NOT NULL, 
	PRIMARY KEY (device)
);
CREATE TABLE reviews (
	table_id VARCHAR(16) NOT NULL, 
	data JSON NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "reviews" VALUES('abcdefghjk','{"kept":1}');
CREATE TABLE rounds (
	same VARCHAR(48) NOT NULL, 
	device VARCHAR(64) NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	figures JSON, 
	PRIMARY KEY (same, device), 
	UNIQUE (table_id)
);
CREATE TABLE secrets (
	table_id VARCHAR(16) NOT NULL, 
	server_seed VARCHAR(64) NOT NULL, 
	invite_key VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "secrets" VALUES('abcdefghjk','aeace9ed1ef5d664547ad7727ce13d7a09e1c9f28847f10b20c44b95b858d620','6ae3a1993db49a9718e71ef4bcc2bccdb6ed110c53957ccf323ba1d80ae260ce');
CREATE TABLE shares (
	table_id VARCHAR(16) NOT NULL, 
	device VARCHAR(64) NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	PRIMARY KEY (table_id, device), 
	UNIQUE (token)
);
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	changed FLOAT NOT NULL, summary JSON, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('abcdefghjk','playing',1004.0,'{"game":"spicy","preset":"classic","phase":"playing","turn":[1],"seats":[{"name":"Mia","devices":["dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"]},{"name":"Greedy","devices":[]}],"match":false,"result":null,"ended":null,"same":""}');
CREATE TABLE training (
	device VARCHAR(64) NOT NULL, 
	seq INTEGER NOT NULL, 
	data JSON NOT NULL, 
	PRIMARY KEY (device, seq)
);
INSERT INTO "training" VALUES('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd',1,'{"kept":2}');
CREATE INDEX events_host ON events (CASE WHEN json_valid(data) THEN json_extract(data, '$.host') END) WHERE seq = 1;
COMMIT;
