import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { ProfileScreen } from "#web/features/users/profile-screen.tsx";
import { usersText } from "#web/text/users.ts";
import { SpiritRing } from "../shell/spirit-ring.tsx";
import styles from "./profile-page.module.css";

/** A user's page, composed of what several features know about them. */
export default function ProfilePage() {
  return (
    <ProfileScreen
      spirit={({ xp, level }) => (
        <span className={styles.spirit}>
          <SpiritRing xp={xp} />
          {usersText.spirit(level)}
        </span>
      )}
      comments={({ id }) => <CommentsSection type="user" id={id} key={id} />}
    />
  );
}
