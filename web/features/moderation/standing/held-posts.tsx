import { standingText } from "#web/text/standing.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Section } from "#web/ui/page.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./standing.module.css";
import type { Standing } from "./types.ts";

const text = standingText.held;
type Post = Standing["held"][number];

/** What has become of it, in a sentence. */
function fateOf({ state, ahead, reason }: Post): string {
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
        <span>{text.kinds[kind]}</span>
        <span className={styles.muted}>
          <Time value={created_at} />
        </span>
      </div>
      {title && <h3 className={styles.title}>{title}</h3>}
      <Truncate>
        <blockquote className={styles.said}>{body}</blockquote>
      </Truncate>
      <p className={styles.muted}>{fateOf(post)}</p>
    </Card>
  );
}

/** What one wrote that staff look at before others see it. */
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
