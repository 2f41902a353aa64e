import { runInDurableObject } from "cloudflare:test";
import { testEnv } from "#tests/support/browser.ts";
import { sendMessage } from "#tests/support/messages.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { ALARM_SCHEMA, AlarmScheduler } from "#worker/live/alarm-scheduler.ts";
import { ObjectSchema, rows } from "#worker/live/object-schema.ts";
import { conversationStub } from "#worker/live/stubs.ts";

const HOUR_MS = 3_600_000;
const fail = (what: string, error: unknown) => {
  throw new Error(`${what}: ${error}`);
};

/** Runs work on the storage of a conversation that has stored a message, and so has alarms. */
async function withStorage<T>(work: (storage: DurableObjectStorage) => Promise<T> | T): Promise<T> {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  await sendMessage(ann, bob, "hello");
  return runInDurableObject(conversationStub(testEnv, ann.id, bob.id), (_, { storage }) => work(storage));
}

const alarmRows = (storage: DurableObjectStorage) =>
  rows<{ name: string }>(storage.sql, "select name from alarms").map(({ name }) => name);

describe("an object's alarms after a rollback", () => {
  test("run without those of a newer version, which wait for it", () =>
    withStorage(async (storage) => {
      storage.sql.exec("insert into alarms (name, due) values ('of a newer version', 1), ('known', 2)");
      const ran: string[] = [];
      const alarms = new AlarmScheduler(storage, { known: () => ran.push("known") }, fail);
      await alarms.run();
      expect(ran).toEqual(["known"]);
      expect(alarmRows(storage)).toContain("of a newer version");
      storage.sql.exec("delete from alarms where name = 'report change'");
      alarms.schedule("known", Date.now() + 2 * HOUR_MS);
      expect((await storage.getAlarm()) ?? 0).toBeGreaterThan(Date.now() + HOUR_MS / 2);
      expect((await storage.getAlarm()) ?? 0).toBeLessThan(Date.now() + 2 * HOUR_MS);
    }));
});

test("An object's schema counts what a newer version has applied, so going back and forth applies it once", () =>
  withStorage((storage) => {
    const older = { extra: ["create table extra (a)"], alarms: ALARM_SCHEMA };
    const newer = {
      ...older,
      extra: [...older.extra, "create table more (a)"],
      added: ["create table added (a)"],
    };
    new ObjectSchema(storage, newer).create("extra", "added");
    for (const parts of [older, newer, older, newer]) new ObjectSchema(storage, parts).create("extra");
    expect(storage.kv.get("schema")).toMatchObject({ extra: 2, added: 1, alarms: 1 });
  }));
