import FontModel
import GRDB
import Testing

@testable import Registry

@Suite struct `The schema` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `has migrations that never change`() throws {
        #expect(
            RegistrySchema.migrator.migrations == [
                "1-fonts", "2-names", "3-judgements", "4-decisions", "5-requests", "6-grants", "7-order",
                "8-departures", "9-assets", "10-visibility", "11-text-sizes", "12-face-lines",
                "13-root", "14-beginning", "15-publication",
                "16-history", "17-collections", "18-hidden-families", "19-history-styles",
                "20-collection-styles", "21-manifest-rights",
            ])
        #expect(Int(RegistrySchema.version) == RegistrySchema.migrator.migrations.count)
        try scratch.open().close()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        let (schema, application, version) = try raw.read { db in
            (
                try String.fetchAll(
                    db,
                    sql:
                        """
                        SELECT sql FROM sqlite_master
                        WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid
                        """
                ),
                try Int.fetchOne(db, sql: "PRAGMA application_id"), try Int.fetchOne(db, sql: "PRAGMA user_version")
            )
        }
        #expect(schema.joined(separator: ";\n") + "\n" == FrozenSchema.text)
        #expect(application == 0x5470_6373)
        #expect(version == 21)
    }

    @Test func `brings the names of an earlier version to their present form`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("Cafe\u{301}-Regular", family: "Straße")])
        try registry.close()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        try await raw.write { db in
            // As they were: lower case without spaces and hyphens, and nothing else.
            try db.execute(
                sql: "UPDATE faceKey SET key = ? WHERE key = ?", arguments: ["cafe\u{301}regular", "caf\u{E9}regular"])
            try db.execute(sql: "UPDATE faceKey SET key = ? WHERE key = ?", arguments: ["straße", "strasse"])
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '2-names'")
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        try raw.close()
        let upgraded = try scratch.open()
        #expect(try await upgraded.faces.nameHolders(postscriptNames: ["CAFÉ-Regular"]).map(\.font) == [id("font1")])
        #expect(try await upgraded.faces.match([FontDescriptor(family: "STRASSE")]).first??.face.family == "Straße")
    }

    @Test func `takes over a registry as the first versions left it`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("Alpha-Regular")])
        try await registry.register(2, [richFace()])
        try await registry.registerSystem([face("Sys \"x\"", weight: 250, width: 62.5, slant: .italic)])
        try registry.close()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        let query = "SELECT face || ' ' || coalesce(content, '-') || ' ' || text FROM faceLine ORDER BY face"
        let lines = try await raw.read { try String.fetchAll($0, sql: query) }
        #expect(lines.count == 3)
        try await raw.write { db in
            try db.execute(
                sql: """
                    DROP TABLE disabledName;
                    DROP TABLE requestedFont;
                    DROP TABLE rightGrant;
                    DROP TABLE manifestRight;
                    DROP TABLE assetManifest;
                    DROP TABLE departure;
                    DROP TABLE textSize;
                    DROP TABLE faceLine;
                    DROP TABLE publishedRoot;
                    DROP TABLE hiddenFamily;
                    DROP TABLE collectionFont;
                    DROP TABLE collection;
                    DROP TABLE historyItem;
                    DROP TABLE historyEntry;
                    DROP INDEX contentByPublication;
                    ALTER TABLE state DROP COLUMN hasBegun;
                    DROP TABLE installation;
                    ALTER TABLE registration ADD COLUMN requestID TEXT CHECK (length(requestID) <= 255);
                    CREATE INDEX registrationByRequest ON registration (provider, requestID)
                        WHERE requestID IS NOT NULL;
                    ALTER TABLE registration DROP COLUMN isGranted;
                    ALTER TABLE registration DROP COLUMN sequence;
                    UPDATE registration SET requestID = 'a call';
                    DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > 3;
                    PRAGMA user_version = 3;
                    """)
        }
        try raw.close()
        let upgraded = try scratch.open()
        #expect(try await upgraded.registrations.record(id("font1"))?.digest == digest(1))
        #expect(try await upgraded.registrations.record(id("font1"))?.sequence == 1)
        #expect(try await upgraded.registrations.nextSequence() == 3)
        #expect(try await upgraded.disabledNames() == [:])
        let migrated = try await upgraded.connection.read { try String.fetchAll($0, sql: query) }
        #expect(migrated == lines)
        let columns = try await upgraded.connection.read { try $0.columns(in: "registration").map(\.name) }
        #expect(!columns.contains("requestID"))
        _ = try await upgraded.commit([
            .rememberDisabled(foundry, keys: ["a"]), .insertRegistration(registration("second", of: 1)),
        ])
        #expect(try await upgraded.registrations.records(of: digest(1)).map(\.id) == [id("font1"), id("second")])
    }

    @Test func `notes the styles of the fonts that collections of an earlier version have`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("Twin", family: "Twin", style: "Regular")])
        try await registry.register(2, [face("Twin", family: "Twin", style: "Italic")])
        try await registry.register(3, [face("Solo", family: "Solo")], by: press)
        try registry.close()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        try await raw.write { db in
            try db.execute(
                sql: """
                    DROP TABLE collectionFont;
                    CREATE TABLE collectionFont (
                        collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
                        provider TEXT NOT NULL CHECK (length(provider) <= 255),
                        postscriptName TEXT NOT NULL CHECK (length(postscriptName) <= 255),
                        PRIMARY KEY (collection, provider, postscriptName)
                    ) STRICT, WITHOUT ROWID;
                    INSERT INTO collection (id, name, time) VALUES (1, 'Old', 1);
                    INSERT INTO collectionFont VALUES (1, 'org.example.Foundry', 'Twin');
                    INSERT INTO collectionFont VALUES (1, 'org.example.Foundry', 'Solo');
                    INSERT INTO collectionFont VALUES (1, 'org.example.Press', 'Solo');
                    DROP TABLE manifestRight;
                    DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > 19;
                    PRAGMA user_version = 19
                    """)
        }
        try raw.close()
        let upgraded = try scratch.open()
        let members = try #require(try await upgraded.collections.list(named: "Old").first).members.map(\.font)
        #expect(
            members == [
                CollectedFont(provider: foundry, postscriptName: "Solo"),
                CollectedFont(provider: press, postscriptName: "Solo", family: "Solo", style: "Regular"),
                CollectedFont(provider: foundry, postscriptName: "Twin", family: "Twin", style: "Italic"),
                CollectedFont(provider: foundry, postscriptName: "Twin", family: "Twin", style: "Regular"),
            ])
    }

    @Test func `finds a PostScript name among 10,000 faces by an index alone`() async throws {
        let registry = try scratch.open()
        let faces = (0..<10_000).map { number in
            (
                path: "/fonts/\(number).ttf", format: FontFormat?.some(.truetype),
                face: face("Font\(number)-Regular", family: "Font\(number)")
            )
        }
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces)
        let query = FaceMatcher.query(
            FontDescriptor(name: "Font5000-Regular"), names: [(.postscriptName, "font5000regular")], mandatory: [])
        let plan = try await registry.connection.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: query.arguments)
                .map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.hasPrefix("SEARCH k USING PRIMARY KEY (role=? AND key=?)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("SCAN") }, "\(plan)")
        let found = try await registry.faces.match([FontDescriptor(name: "Font5000-Regular")])
        #expect(found.first??.path == "/fonts/5000.ttf")
    }

    @Test func `finds what shares names with the system by the names of what is registered`() async throws {
        let registry = try scratch.open()
        try await registry.registerSystem((0..<2000).map { face("F\($0)", family: "Family \($0)") })
        let plan = try await registry.connection.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + ContentTables.queryOfSharedNames)
                .map { $0["detail"] as String }
        }
        #expect(plan.contains("SEARCH s USING PRIMARY KEY (role=? AND key=?)"), "\(plan)")
        #expect(plan.filter { $0.contains("SCAN") } == ["SCAN c USING INDEX contentByPublication"], "\(plan)")
    }

    @Test func `finds what is published by an index, also where that is nothing`() async throws {
        let registry = try scratch.open()
        let plan = try await registry.connection.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + ContentTables.queryOfPublished).map {
                $0["detail"] as String
            }
        }
        #expect(plan.contains("SCAN c USING INDEX contentByPublication"), "\(plan)")
        #expect(!plan.contains("SCAN c"), "\(plan)")
    }

    @Test func `reads of families and of the system's faces no more than a page has`() async throws {
        let registry = try scratch.open()
        try await registry.registerSystem((0..<2000).map { face("F\($0)", family: "Family \($0)") })
        let plans = try await registry.connection.read { db in
            let queries = [
                try FamilyListing(db: db, filter: FaceFilter()).query(after: "family7"),
                try FaceListing(db: db, filter: FaceFilter()).systemQuery(after: "system-7", 10),
            ]
            return try queries.map { query in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: query.arguments)
                    .map { $0["detail"] as String }
            }
        }
        #expect(plans[0].contains { $0.hasPrefix("SEARCH k USING PRIMARY KEY (role=? AND key>?)") }, "\(plans[0])")
        #expect(plans[1].contains { $0.contains("faceBySystemIdentifier (systemIdentifier>?)") }, "\(plans[1])")
        for plan in plans {
            #expect(!plan.contains { $0.contains("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}
