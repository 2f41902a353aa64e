import { Link } from "react-router";
import type { Notification } from "#domain/notifications/api.ts";
import { exactDate, relativeDate } from "#web/lib/format.ts";
import { useNow } from "#web/lib/now.ts";
import { notificationsText } from "#web/text/notifications.ts";
import { cx } from "#web/ui/cx.ts";
import { Headshot } from "#web/ui/headshot.tsx";
import styles from "./notifications.module.css";
import { NOTICE_ICONS } from "./type-icons.ts";

const SIDE = 44;

/** Who did it with the sign of what they did; else the thing, else the sign alone. */
function Picture({ told }: { told: Notification }) {
  const Icon = NOTICE_ICONS[told.type];
  const [actor] = told.actors;
  const sign = (
    <span className={styles.sign}>
      <Icon aria-hidden />
    </span>
  );
  if (actor) {
    return (
      <span className={styles.picture}>
        <Headshot src={actor.bopi.headshot_url} username={actor.username} size={SIDE} decorative />
        {sign}
      </span>
    );
  }
  if (told.picture) {
    return (
      <span className={styles.picture}>
        <img className={styles.thing} src={told.picture} width={SIDE} height={SIDE} alt="" loading="lazy" />
        {sign}
      </span>
    );
  }
  return (
    <span className={cx(styles.picture, styles.bare)}>
      <Icon aria-hidden />
    </span>
  );
}

function Words({ told }: { told: Notification }) {
  const { who, does, title, end } = notificationsText.sentence(told);
  return (
    <span className={styles.words}>
      {who && <strong>{who} </strong>}
      {does}
      {title && <strong> {title}</strong>}
      {end && ` ${end}`}
    </span>
  );
}

export interface NotificationRowProps {
  told: Notification;
  /** It is followed, here or in another tab. */
  onOpen: () => void;
}

/** A notification as a link to what it tells of. */
export function NotificationRow({ told, onOpen }: NotificationRowProps) {
  const now = useNow();
  return (
    <Link
      className={cx(styles.row, !told.read && styles.unread)}
      to={told.url}
      onClick={onOpen}
      onAuxClick={({ button }) => button === 1 && onOpen()}
    >
      <Picture told={told} />
      <span className={styles.said}>
        <Words told={told} />{" "}
        <time className={styles.when} dateTime={told.created_at} title={exactDate(told.created_at)}>
          {relativeDate(told.created_at, now)}
        </time>
      </span>
      {told.picture && told.actors.length > 0 && (
        <img className={styles.thing} src={told.picture} width={SIDE} height={SIDE} alt="" loading="lazy" />
      )}
      {!told.read && (
        <span className={styles.dot}>
          <span className="sr-only">{notificationsText.unread}</span>
        </span>
      )}
    </Link>
  );
}
