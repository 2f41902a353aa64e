import type { ForumPost, Forums } from "#db/seed/forums/forums.ts";
import { SUBFORUMS } from "#domain/forums/rules.ts";
import { replyUrl, threadUrl } from "#domain/forums/view.ts";
import { firstWords } from "#domain/limits.ts";
import type { ReportType } from "#domain/reports/types.ts";
import type { Found } from "#worker/reports/find.ts";

/** A level of the demo world, as far as a report copies it. */
export interface ReportedLevel {
  title: string;
  description: string;
  creatorIndex: number;
}

/** What was written, of which somebody has complained. */
export function posted({ posts }: Forums, which: (post: ForumPost) => boolean): ForumPost {
  const post = posts.find(which);
  if (!post) throw new Error("what is reported was never written");
  return post;
}

export const titleOf = ({ threads }: Forums, id: number): string =>
  threads.find((thread) => thread.id === id)?.title ?? "";

/** A thing as it was when it was reported. */
export const thingOf = (
  type: ReportType,
  target: string,
  owner_id: number,
  name: string,
  url: string,
  text: string,
): Found => ({
  ...{ type, target, owner_id, name: firstWords(name, 60), url },
  copy: { title: type === "reply" ? "" : name, text, picture_url: null, place: "", messages: [] },
});

export function threadOf(forums: Forums, { thread_id, person, body }: ForumPost): Found {
  const thing = thingOf(
    "thread",
    String(thread_id),
    person + 1,
    titleOf(forums, thread_id),
    threadUrl(thread_id),
    body,
  );
  thing.copy.place = `Thread in ${SUBFORUMS[forums.threads.find(({ id }) => id === thread_id)?.subforum_id ?? 1].name}`;
  return thing;
}

export function replyOf(forums: Forums, { id, thread_id, person, body }: ForumPost): Found {
  const thing = thingOf("reply", String(id), person + 1, body, replyUrl(thread_id, id), body);
  thing.copy.place = `Reply in ${titleOf(forums, thread_id)}`;
  return thing;
}

export function levelThing(levels: readonly ReportedLevel[], index: number): Found {
  const { title = "", description = "", creatorIndex = 0 } = levels[index] ?? {};
  return thingOf("level", String(index + 1), creatorIndex + 1, title, `/levels/${index + 1}`, description);
}
