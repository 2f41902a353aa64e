import { befriend } from "./broken-buddy-rules.ts";
import { runSql } from "./browser.ts";

/** Makes two users buddies and one an editor of the other's level. */
export async function inviteEditor(
  creator: { id: number },
  level: number,
  editor: { id: number },
): Promise<void> {
  await befriend(creator, editor);
  await runSql`insert into level_editors (level_id, user_id, added_at) values (${level}, ${editor.id}, 1)`;
}
