import type { OutputOf } from "#domain/api/route.ts";
import type { replyHistoryRoute } from "#domain/forums/api.ts";
import { composeText as text } from "#web/text/compose.ts";
import { Time } from "#web/ui/facts.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import { difference, type Stretch } from "./diff.ts";
import styles from "./history.module.css";

type Version = OutputOf<typeof replyHistoryRoute>["data"][number];

/** Unchanged text further than this from what changed is left out. */
const NEAR = 160;

function shortened(same: string, isFirst: boolean, isLast: boolean): string {
  if (same.length <= NEAR * 2) return same;
  const head = isFirst ? "" : same.slice(0, NEAR);
  const tail = isLast ? "" : same.slice(-NEAR);
  return `${head} ${text.unchanged} ${tail}`;
}

function Changes({ stretches }: { stretches: readonly Stretch[] }) {
  return stretches.map(({ kind, text: words }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their order
    if (kind === "added") return <ins key={index}>{words}</ins>;
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    if (kind === "removed") return <del key={index}>{words}</del>;
    return shortened(words, index === 0, index === stretches.length - 1);
  });
}

interface EditEntryProps {
  before: Version;
  after: { body: string; title: string | null };
  /** All that it said before, in place of what changed. */
  isWhole: boolean;
}

/** One edit. */
export function EditEntry({ before, after, isWhole }: EditEntryProps) {
  const { user, title, body } = before;
  const isRenamed = title !== null && after.title !== null && title !== after.title;
  const shown = (was: string, is: string) => (isWhole ? was : <Changes stretches={difference(was, is)} />);
  return (
    <li className={styles.edit}>
      <p className={styles.who}>
        <TextLink to={user.url} plain>
          <UserName user={user} />
        </TextLink>{" "}
        {text.editedBy} <Time value={before.created_at} />
      </p>
      {isRenamed && (
        <p className={styles.words}>
          <strong>{text.titleWas}</strong> {shown(title, after.title ?? "")}
        </p>
      )}
      {(isWhole || body !== after.body) && <div className={styles.words}>{shown(body, after.body)}</div>}
    </li>
  );
}
