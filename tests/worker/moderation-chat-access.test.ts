import { Database, type Statement } from "#db/database.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { addUser, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { staffActionsOn } from "#tests/support/report-case.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { chatViewEntry, isReportedQuery, reportedPartnersQuery } from "#worker/moderation/chat-views.ts";

const moderator = await signedInUser({ role: "moderator" });

/** Inserts a report with its own case. */
async function addReport(reporter: number, type: ReportType, target: string): Promise<void> {
  await runSql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
    values (${type}, ${target}, ${reporter}, 'spam', ${unique()}, 1)`;
}

describe("staff access to a chat", async () => {
  const cost = async <R>(query: Statement<R>) => {
    const counted = new Database(testEnv.DB);
    return { rows: await counted.all(query), read: counted.meter.rowsRead };
  };
  // Above all ids of other files; some are prefixes of others.
  const [one, ann, bob, cid] = [7_000_000, 70_000_001, 70_000_002, 700_000_010];

  for (const id of [ann, bob, cid, one])
    await runSql`insert into users (id, username, email, password_hash, created_at)
        values (${id}, 'reporter_' || ${id}, ${id} || '@example.com', '', 1)`;
  await addReport(ann, "message", `${ann}_${bob}_3`);
  await addReport(ann, "message", `${ann}_${bob}_12`);
  await addReport(ann, "message", `${one}_${ann}_1`);
  await addReport(ann, "comment", "7");
  await addReport(cid, "message", `${bob}_${cid}_1`);

  test("comes from message reports by the member, open or decided", async () => {
    const partners = async (as: number, withId?: number) =>
      (await cost(reportedPartnersQuery(as, withId))).rows.map(({ partner_id }) => partner_id).sort();
    expect(await partners(ann)).toEqual([one, bob]);
    expect(await partners(bob)).toEqual([]);
    expect(await partners(cid)).toEqual([bob]);
    expect(await partners(ann, bob)).toEqual([bob]);
    // Another id can begin with the same digits.
    for (const other of [70, 7, one, 700_000_020, cid]) {
      expect(await partners(ann, other), String(other)).toEqual(other === one ? [one] : []);
    }
    expect(await partners(bob, ann)).toEqual([]);
  });

  test("lets moderators remove messages where either member has reported one", async () => {
    const reported = async (a: number, b: number) => (await cost(isReportedQuery(a, b))).rows[0]?.reported;
    expect(await reported(ann, bob)).toBe(1);
    expect(await reported(bob, ann)).toBe(1);
    expect(await reported(bob, cid)).toBe(1);
    expect(await reported(ann, cid)).toBe(0);
  });

  test("costs few rows to check, however much a member reports", async () => {
    const { id } = await addUser();
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into reports (type, target, reporter_id, reason, case_id, created_at)
     
        select 'message', ${String(id)} || '_' || cast(${id} + 1 + i % 500 as integer) || '_' || i, ${id}, 'spam', 1000000 + i, 1 from n`;
    const list = await cost(reportedPartnersQuery(id));
    expect(list.rows).toHaveLength(100);
    expect(list.read).toBeLessThanOrEqual(300);
    // A partner whose reports are no longer among the newest is found by id.
    expect((await cost(reportedPartnersQuery(id, id + 2))).rows).toEqual([{ partner_id: id + 2 }]);
    expect((await cost(reportedPartnersQuery(id, id + 2))).read).toBeLessThanOrEqual(3);
    expect((await cost(isReportedQuery(id, id + 2))).read).toBeLessThanOrEqual(5);
    expect((await cost(isReportedQuery(id, id - 1))).read).toBeLessThanOrEqual(2);
  });

  test("is logged for each view", async () => {
    await db.batch({
      list: chatViewEntry(moderator.id, ann, null, "A report", Date.now()),
      chat: chatViewEntry(moderator.id, ann, bob, "A report", Date.now()),
    });
    const subject = { subject_type: "user", subject_id: String(ann) };
    const note = { actor_id: moderator.id, action: "chat.view", ...subject, reason: "A report" };
    expect(await staffActionsOn(ann)).toEqual([
      { ...note, details: "{}" },
      { ...note, details: JSON.stringify({ with: bob }) },
    ]);
  });
});
