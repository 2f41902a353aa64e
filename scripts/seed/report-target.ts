import { SUBFORUMS } from "#domain/forums/rules.ts";
import { replyUrl, threadUrl } from "#domain/forums/view.ts";
import { firstWords } from "#domain/limits.ts";
import type { ReportType } from "#domain/reports/types.ts";
import type { ReportTarget } from "#worker/reports/report-target.ts";
import type { ForumPost, Forums } from "./content/forums/forums.ts";

/** The fields of a level that a report copies. */
export interface ReportedLevel {
  title: string;
  description: string;
  creatorIndex: number;
}

/** Finds the post that was reported. */
export function findPost({ posts }: Forums, which: (post: ForumPost) => boolean): ForumPost {
  const post = posts.find(which);
  if (!post) throw new Error("The reported post doesn't exist.");
  return post;
}

export const titleOf = ({ threads }: Forums, id: number): string =>
  threads.find((thread) => thread.id === id)?.title ?? "";

/** A thing with its evidence at the time of the report. */
export const reportTarget = (
  type: ReportType,
  target: string,
  owner_id: number,
  name: string,
  url: string,
  text: string,
): ReportTarget => ({
  type,
  target,
  owner_id,
  name: firstWords(name, 60),
  url,
  copy: { title: type === "reply" ? "" : name, text, picture_url: null, place: "", messages: [] },
});

export function threadTarget(forums: Forums, { thread_id, person, body }: ForumPost): ReportTarget {
  const thing = reportTarget(
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

export function replyTarget(forums: Forums, { id, thread_id, person, body }: ForumPost): ReportTarget {
  const thing = reportTarget("reply", String(id), person + 1, body, replyUrl(thread_id, id), body);
  thing.copy.place = `Reply in ${titleOf(forums, thread_id)}`;
  return thing;
}

export function levelTarget(levels: readonly ReportedLevel[], index: number): ReportTarget {
  const { title = "", description = "", creatorIndex = 0 } = levels[index] ?? {};
  return reportTarget(
    "level",
    String(index + 1),
    creatorIndex + 1,
    title,
    `/levels/${index + 1}`,
    description,
  );
}
