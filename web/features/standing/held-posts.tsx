import { lookUp } from "#web/lib/look-up.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./standing.module.css";
import { standingText } from "./text/standing.ts";
import type { OwnStanding } from "./types.ts";

const text = standingText.held;
type Post = OwnStanding["held"][number];

/** Describes the post's status in a sentence. */
function statusText({ state, ahead, reason }: Post): string {
  if (state === "waiting") return text.place(ahead);
  if (state === "approved") return text.approved;
  return reason ? text.because(reason) : text.declined;
}

function HeldPost({ post }: { post: Post }) {
  const { kind, title, body, state, created_at } = post;
  return (
    <Card className={styles.stack}>
      <div className={styles.line}>
        <Badge {...(state === "approved" && { tone: "accent" as const })}>{text.states[state]}</Badge>
        <span>{lookUp(text.kinds, kind, kind)}</span>
        <span className={styles.muted}>
          <RelativeTime value={created_at} />
        </span>
      </div>
      {title && (
        <h3 className={styles.title} dir="auto">
          {title}
        </h3>
      )}
      <Truncate>
        <blockquote className={styles.quote}>{body}</blockquote>
      </Truncate>
      <p className={styles.muted}>{statusText(post)}</p>
    </Card>
  );
}

/** The user's posts that are held for review. */
export function HeldPosts({ posts }: { posts: readonly Post[] }) {
  return (
    <Section heading={text.heading}>
      <p className={styles.muted}>{text.intro}</p>
      <ul className={styles.list}>
        {posts.map((post) => (
          <li key={post.id}>
            <HeldPost post={post} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
