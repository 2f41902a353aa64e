import { Database } from "#db/database.ts";
import { PRIVACY } from "#domain/blocks/rules.ts";
import { addUser, runSql, testEnv } from "#tests/support/browser.ts";
import { Relations } from "#worker/room/relations.ts";
import { Watching } from "#worker/room/watching.ts";

const NOTHING = { role: "member", join_privacy: PRIVACY.everyone, hidden: [], buddies: [] } as const;

let [ann, ben, cai] = [0, 0, 0];
let relations: Relations;
beforeEach(async () => {
  [ann, ben, cai] = [(await addUser()).id, (await addUser()).id, (await addUser()).id];
  relations = new Relations();
});

function enter(user: number, found: Partial<Parameters<Relations["join"]>[2]> = {}): void {
  const entry = relations.begin(user);
  relations.join(user, entry, { ...NOTHING, ...found });
}
const block = (from: number, to: number) =>
  runSql`insert into blocks (user_id, blocked_id, created_at) values (${from}, ${to}, 1)`;
const unblock = (from: number, to: number) =>
  runSql`delete from blocks where user_id = ${from} and blocked_id = ${to}`;
const UNCHANGED = { hidden: [], shown: [], changed: [] };
const refresh = (user: number) => relations.refresh(new Database(testEnv.DB), user);

test("players in a room know of each other if they join at once, in any order", () => {
  const first = relations.begin(ann);
  const second = relations.begin(ben);
  expect([first.present, second.present]).toEqual([[], [ann]]);
  relations.join(ben, second, { ...NOTHING, hidden: [ann] });
  relations.join(ann, first, NOTHING);
  expect(relations.areHidden(ann, ben)).toBe(true);
});

test("players in a room are forgotten when they leave, but not with an older socket of the same user", () => {
  enter(ann);
  enter(ben, { hidden: [ann] });
  const again = relations.begin(ben);
  relations.leave(ben);
  expect(relations.areHidden(ann, ben)).toBe(true);
  relations.join(ben, again, { ...NOTHING, hidden: [ann] });
  relations.leave(ben);
  expect(relations.hiddenFrom(ann).size).toBe(0);
  expect(relations.begin(cai).present).toEqual([ann]);
});

test("after a change a block that the other ends while they are blocked, too, changes nothing", async () => {
  await block(ann, ben);
  await block(ben, ann);
  enter(ann);
  enter(ben, { hidden: [ann] });
  await unblock(ann, ben);
  expect(await refresh(ann)).toEqual(UNCHANGED);
  expect(relations.areHidden(ann, ben)).toBe(true);
});

test("after a change nothing happens for users who aren't there", async () => {
  enter(ann);
  expect(await refresh(ben)).toBeNull();
  const reading = refresh(ann);
  relations.leave(ann);
  expect(await reading).toBeNull();
});

test("after a change a block isn't undone by a join that has read the time before", async () => {
  enter(ann);
  const entry = relations.begin(ben);
  await block(ann, ben);
  await refresh(ann);
  relations.join(ben, entry, NOTHING);
  expect(relations.areHidden(ann, ben)).toBe(true);
});

test("after a change an older read that ends later doesn't undo a newer one", async () => {
  enter(ann);
  enter(ben);
  const older = refresh(ann);
  await block(ann, ben);
  await Promise.all([older, refresh(ben)]);
  expect(relations.areHidden(ann, ben)).toBe(true);
});

test("watching staff can watch anyone without a block", () => {
  enter(ann, { role: "moderator" });
  enter(ben, { join_privacy: PRIVACY.noOne });
  enter(cai, { hidden: [ann] });
  expect([relations.canWatch(ann, ben), relations.canWatch(ann, cai)]).toEqual([true, false]);
});

test("watching oneself, or someone who isn't there, isn't possible", () => {
  enter(ann);
  const watching = new Watching(relations);
  for (const user of [ann, ben]) expect(watching.watch(ann, user)).toBe("You can't watch this player.");
  expect(watching.stop(ann)).toBe(false);
});

test("watching ends when the watched player leaves, or doesn't let them watch anymore", async () => {
  for (const user of [ann, ben, cai]) enter(user);
  const watching = new Watching(relations);
  watching.watch(ann, ben);
  watching.watch(cai, ben);
  await block(ben, cai);
  await refresh(ben);
  expect(watching.recheck(ben)).toEqual([cai]);
  expect(watching.recheck(ben)).toEqual([]);
  expect(watching.leave(ben)).toEqual([ann]);
  expect(watching.watchedBy(ann)).toBeNull();
  watching.watch(ann, cai);
  expect(watching.stop(ann)).toBe(true);
  expect(watching.leave(cai)).toEqual([]);
});
