import { Link } from "react-router";
import type { CreatorUpdate } from "#domain/home/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import link from "#web/ui/whole-link.module.css";
import { memberHomeText as text } from "./text/member-home.ts";
import styles from "./updates-feed.module.css";

/** Text, link and picture of an update. */
function subjectOf({ user, level, item, achievement }: CreatorUpdate) {
  if (level) return { did: text.built, name: level.title, url: level.url, picture: level.thumbnail_url };
  if (item) return { did: text.published, name: item.name, url: item.url, picture: item.thumbnail_url };
  if (!achievement) return null;
  const url = `${user.url}/achievements`;
  return { did: text.earned, name: achievement.name, url, picture: achievement.picture };
}

function Update({ update }: { update: CreatorUpdate }) {
  const subject = subjectOf(update);
  if (!subject) return null;
  const { user, level, created_at } = update;
  return (
    <li className={styles.update}>
      <div className={styles.text}>
        <p className={styles.who}>
          <Headshot user={user} size={32} decorative />
          <span>
            <UserName user={user} /> {subject.did}
          </span>
        </p>
        <h3 className={link.whole} dir="auto">
          <Link to={subject.url}>{subject.name}</Link>
        </h3>
        <p className={styles.when}>
          <RelativeTime value={created_at} />
        </p>
      </div>
      <img
        className={level ? styles.wide : styles.square}
        src={subject.picture}
        width={level ? 160 : 90}
        height={90}
        alt=""
        loading="lazy"
      />
    </li>
  );
}

/** Updates of creators that the member follows, and of buddies. Renders nothing if there are none. */
export function UpdatesFeed({ updates = [] }: { updates: readonly CreatorUpdate[] | undefined }) {
  if (updates.length === 0) return null;
  return (
    <Section heading={text.updates}>
      <ul className={styles.feed}>
        {updates.map((update) => (
          <Update key={`${update.user.id} ${update.created_at} ${update.level?.id}`} update={update} />
        ))}
      </ul>
    </Section>
  );
}
