import { runSql } from "./browser.ts";
import { befriend } from "./buddies.ts";
import { type BuildClient, openBuild } from "./build-client.ts";
import { signedInUser, type TestUser } from "./test-user.ts";
import { addLevel } from "./world.ts";

/** Makes two users buddies and one an editor of the other's level. */
export async function inviteEditor(
  creator: { id: number },
  level: number,
  editor: { id: number },
): Promise<void> {
  await befriend(creator, editor);
  await runSql`insert into level_editors (level_id, user_id, added_at) values (${level}, ${editor.id}, 1)`;
}

/** A private level of a user, who has it open, and one of their buddies, who can build it too. */
export interface SharedBuild {
  ann: TestUser;
  ben: TestUser;
  level: number;
  /** Ann's. */
  page: BuildClient;
}

export async function makeSharedBuild(): Promise<SharedBuild> {
  const [ann, ben] = [await signedInUser(), await signedInUser()];
  const level = await addLevel(ann.id, { visibility: "private" });
  await inviteEditor(ann, level, ben);
  return { ann, ben, level, page: await openBuild(ann, level) };
}
