import type { OutputOf } from "#domain/api/route.ts";
import type { replyHistoryRoute } from "#domain/forums/api.ts";
import { UserName } from "#web/components/user-name.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { composeText as text } from "../text/compose.ts";
import { type DiffSegment, diffPostText } from "./diff.ts";
import styles from "./edit-history.module.css";

type Version = OutputOf<typeof replyHistoryRoute>["data"][number];

/** The number of unchanged characters shown around a change. */
const CONTEXT_CHARACTERS = 160;

function shorten(same: string, isFirst: boolean, isLast: boolean): string {
  if (same.length <= CONTEXT_CHARACTERS * 2) return same;
  const head = isFirst ? "" : same.slice(0, CONTEXT_CHARACTERS);
  const tail = isLast ? "" : same.slice(-CONTEXT_CHARACTERS);
  return `${head} ${text.unchanged} ${tail}`;
}

function Changes({ segments }: { segments: readonly DiffSegment[] }) {
  return segments.map(({ kind, text: content }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: segments are identified by their order
    if (kind === "added") return <ins key={index}>{content}</ins>;
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    if (kind === "removed") return <del key={index}>{content}</del>;
    return shorten(content, index === 0, index === segments.length - 1);
  });
}

interface EditEntryProps {
  before: Version;
  after: { body: string; title: string | null };
  /** Shows the whole previous text instead of the changes. */
  isWhole: boolean;
}

/** An edit in the history. */
export function EditEntry({ before, after, isWhole }: EditEntryProps) {
  const { user, title, body } = before;
  const isRenamed = title !== null && after.title !== null && title !== after.title;
  const shown = (was: string, is: string) => (isWhole ? was : <Changes segments={diffPostText(was, is)} />);
  return (
    <li className={styles.edit}>
      <p className={styles.byline}>
        <TextLink to={user.url} plain>
          <UserName user={user} />
        </TextLink>{" "}
        {text.editedBy} <RelativeTime value={before.created_at} />
      </p>
      {isRenamed && (
        <p className={styles.text}>
          <strong>{text.titleWas}</strong> {shown(title, after.title ?? "")}
        </p>
      )}
      {(isWhole || body !== after.body) && <div className={styles.text}>{shown(body, after.body)}</div>}
    </li>
  );
}
