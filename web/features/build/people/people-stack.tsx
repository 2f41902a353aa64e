import { UserPlus } from "lucide-react";
import { Headshot } from "#web/components/headshot.tsx";
import { useUser } from "#web/lib/user.ts";
import { useBuilder, useSessionState } from "../builder-context.ts";
import { builderText } from "../text/builder.ts";
import { builderColor } from "./builder-colors.ts";
import styles from "./people-stack.module.css";

/** Pictures beyond this many are only counted. */
const SHOWN = 4;

/** Everyone who builds right now, and the way to invite more. */
export function PeopleStack() {
  const { openModal } = useBuilder();
  const me = useUser()?.id;
  const people = useSessionState((state) => state.people);
  // A person with two tabs is one person.
  const distinct = people.filter(({ user }, i) => people.findIndex((one) => one.user.id === user.id) === i);
  const others = distinct.filter(({ user }) => user.id !== me);
  const hiddenCount = others.length - SHOWN;
  return (
    <button
      type="button"
      className={styles.stack}
      title={others.length > 0 ? others.map(({ user }) => user.username).join(", ") : builderText.invite}
      aria-label={`${builderText.people(Math.max(1, distinct.length))}. ${builderText.invite}`}
      aria-haspopup="dialog"
      onClick={() => openModal("people")}
    >
      {others.slice(0, SHOWN).map(({ user, color }) => (
        <span key={user.id} className={styles.person} style={{ borderColor: builderColor(color) }}>
          <Headshot user={user} size={28} decorative />
        </span>
      ))}
      {hiddenCount > 0 && <span className={styles.count}>+{hiddenCount}</span>}
      <UserPlus aria-hidden />
    </button>
  );
}
