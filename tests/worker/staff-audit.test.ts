import { deleteCommentRoute } from "#domain/comments/api.ts";
import { deleteLevelRoute, editLevelRoute, featureLevelRoute } from "#domain/levels/api.ts";
import { deleteRatingRoute } from "#domain/ratings/api.ts";
import { editItemRoute, featureItemRoute } from "#domain/shop/api.ts";
import { type AuditItem, auditRoute, grantListRoute } from "#domain/staff/api.ts";
import { db, firstRow, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addComment } from "#tests/support/report-case.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";
import { auditEntry } from "#worker/moderation/audit.ts";

const admin = await signedInUser({ role: "admin" });
const moderator = await signedInUser({ role: "moderator" });
const member = await signedInUser();

const DAY = 86_400_000;
const fetchLog = (input: Record<string, unknown> = {}, user = moderator) => user.call(auditRoute, input);
const entries = (response: TestResponse) => response.body.data as AuditItem[];
const idsOf = (response: TestResponse) => entries(response).map(({ id }) => id);
const nextOf = (response: TestResponse) => (response.body.links as { next: string | null }).next;
const about = async (type: string, id: number) =>
  entries(await fetchLog({ subject_type: type, subject: String(id) }));
const actionsOf = (notes: AuditItem[]) => notes.map(({ action }) => action);

async function note(
  by: TestUser,
  action: `${string}.${string}`,
  subject: number | string,
  at = Date.now(),
  reason?: string,
): Promise<number> {
  const entry = { actor_id: by.id, action, subject_type: "user", subject_id: subject };
  await db.all(auditEntry(at, { ...entry, ...(reason && { reason }) }));
  return (await firstRow<{ id: number }>`select max(id) as id from audit_log`)?.id ?? 0;
}

describe("a staff action", () => {
  test("on a level (edit, feature, delete) is logged with the state before and after", async () => {
    const id = await addLevel(member.id, { title: "Rude tower" });
    expect((await admin.call(editLevelRoute, { id, title: "Kind tower" })).status).toBe(200);
    for (const featured of [true, true, false]) await admin.call(featureLevelRoute, { id, featured });
    await Promise.all([1, 2].map(() => admin.call(deleteLevelRoute, { id })));
    const notes = await about("level", id);
    expect(actionsOf(notes)).toEqual(["level.delete", "level.feature", "level.feature", "level.edit"]);
    expect(notes[0]).toMatchObject({
      before: { title: "Kind tower", visibility: "public" },
      other: member.username,
      actor: { username: admin.username },
      subject: { type: "level", id: String(id), name: "Kind tower", url: `/levels/${id}` },
    });
    expect(notes[2]).toMatchObject({ before: { featured: false }, after: { featured: true } });
    expect(notes[3]).toMatchObject({ before: { title: "Rude tower" }, after: { title: "Kind tower" } });
  });

  test("isn't logged for creators' own levels", async () => {
    const id = await addLevel(member.id);
    await member.call(editLevelRoute, { id, title: "Mine" });
    await member.call(deleteLevelRoute, { id });
    expect(await about("level", id)).toEqual([]);
  });

  test("on an item is logged once, with the text of its Gold month", async () => {
    const { id } = await addWearable(admin.id, 1, {}, false);
    const feature = (input: Record<string, unknown>) => admin.call(featureItemRoute, { id, ...input });
    expect((await feature({ featured: true })).body).toEqual({ featured: true });
    expect((await feature({ featured: true })).body).toEqual({ featured: true });
    expect((await feature({})).body).toEqual({ featured: false });
    const month = { gold_month: "2031-05-09", gold_month_description: "For the lanterns" };
    const edit = (input: Record<string, unknown>, user = admin) => user.call(editItemRoute, { id, ...input });
    expect((await edit(month)).body.item).toMatchObject({ ...month, gold_month: "2031-05-01" });
    expect((await edit({ gold_month_description: "x" }, moderator)).status).toBe(403);
    const none = { gold_month: null, gold_month_description: null };
    expect((await edit({ gold_month: "", purchasable: "offsale" })).body.item).toMatchObject(none);
    const notes = await about("item", id);
    expect(actionsOf(notes)).toEqual(["item.edit", "item.edit", "item.feature", "item.feature"]);
    expect(notes[1]?.after).toMatchObject({ gold_month: "2031-05-01" });
    expect(notes[3]).toMatchObject({ before: { featured: false }, after: { featured: true } });
  });

  test("that deletes a comment or a rating is logged with its content", async () => {
    const level = await addLevel(member.id);
    const id = await addComment("level", level, moderator.id);
    await admin.call(deleteCommentRoute, { id });
    const content = { before: { body: "something rude" }, other: moderator.username };
    expect(await about("comment", id)).toMatchObject([{ action: "comment.remove", ...content }]);
    const rating = (await firstRow<{ id: number }>`insert into ratings (user_id, level_id, rating, difficulty,
      created_at)
        values (${moderator.id}, ${level}, 8, 4, 1) returning id`) ?? { id: 0 };
    await Promise.all([1, 2].map(() => admin.call(deleteRatingRoute, { ratingId: rating.id })));
    expect(await about("rating", rating.id)).toMatchObject([
      { action: "rating.delete", before: { rating: 8, difficulty: 4 }, other: moderator.username },
    ]);
  });
});

describe("GET /api/staff/audit", () => {
  test("returns the newest entry first", async () => {
    const older = await note(moderator, "user.test", member.id);
    const newer = await note(admin, "user.test", member.id);
    expect(idsOf(await fetchLog({ action: "user.test" }))).toEqual([newer, older]);
  });

  test("filters by actor, action, subject, date and words, and by all of them together", async () => {
    const at = Date.parse("2024-03-05T23:30:00Z");
    const id = await note(moderator, "user.probe", member.id, at, "Purple lanterns");
    await note(admin, "user.probe", member.id, at);
    await note(moderator, "user.probe", admin.id, at + DAY);
    const one = {
      actor: moderator.username,
      action: "user.probe",
      subject_type: "user",
      subject: member.username,
      from: "2024-03-05",
      until: "2024-03-05",
      search: "purple lant",
    };
    expect(idsOf(await fetchLog(one))).toEqual([id]);
    expect(idsOf(await fetchLog({ search: "purple" }))).toEqual([id]);
    // The search includes the names of the actor and the subject.
    expect(idsOf(await fetchLog({ search: `probe ${moderator.username} ${member.username}` }))).toEqual([id]);
    for (const other of [
      { actor: admin.username, subject: admin.username },
      { action: "user.other" },
      { subject: String(admin.id) },
      { from: "2024-03-06", until: "" },
      { until: "2024-03-04", from: "" },
      { search: "green" },
      { search: "!?" },
    ])
      expect(idsOf(await fetchLog({ ...one, ...other })), JSON.stringify(other)).toEqual([]);
  });

  test("costs a few rows per page among many entries, whichever filter is set", async () => {
    // Times increase with ids.
    const from = new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10);
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
        insert into audit_log (actor_id, action, subject_type, subject_id, reason, created_at)
        select ${moderator.id}, case i % 1000 when 1 then 'user.rare' else 'user.many' end, 'user',
          ${String(member.id)}, 'Many of them', ${Date.parse(from)} + i * 1000 from n`;
    for (const input of [
      {},
      { actor: moderator.username },
      { action: "user.many" },
      { subject_type: "user" },
      { subject_type: "user", subject: String(member.id) },
      { search: "many" },
      { from },
      { until: from },
      { actor: moderator.username, from, until: from },
    ]) {
      const response = await fetchLog(input);
      expect(entries(response), JSON.stringify(input)).toHaveLength(50);
      expectCost(response, { roundTrips: 1, read: 300, written: 0 });
      expect(nextOf(response)).toContain(`before=${idsOf(response)[49]}`);
    }
    const both = await fetchLog({ actor: moderator.username, action: "user.rare" });
    expectCost(both, { roundTrips: 1, read: 2_000 });
  });

  test("returns every entry by following the next links", async () => {
    const found: number[] = [];
    let next: string | null = `/api/staff/audit?actor=${moderator.username}&action=user.rare`;
    for (let pages = 0; next && pages < 20; pages++) {
      const response: TestResponse = await moderator.fetch(next);
      found.push(...idsOf(response));
      next = nextOf(response);
    }
    expect(next).toBeNull();
    expect(found).toHaveLength(3);
    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  test("the list of grants is for admins", async () => {
    const id = await note(admin, "user.grant", member.id);
    expect(idsOf(await admin.call(grantListRoute))[0]).toBe(id);
  });
});
