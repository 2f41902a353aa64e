import { House } from "lucide-react";
import { Link, useLocation } from "react-router";
import { useUser } from "#web/lib/user.ts";
import styles from "./staff-nav.module.css";
import { staffText as text } from "./text/staff.ts";

interface StaffLink {
  to: string;
  label: string;
  admin?: boolean;
}

/** Staff pages by topic. Moderators don't see those for admins. */
const GROUPS: readonly { label: string; links: readonly StaffLink[] }[] = [
  {
    label: text.queues,
    links: [
      { to: "/staff/reports", label: text.reports },
      { to: "/staff/appeals", label: text.appeals },
      { to: "/staff/held", label: text.held },
      { to: "/staff/items", label: text.items },
      { to: "/staff/clears", label: text.clears },
    ],
  },
  {
    label: text.people,
    links: [
      { to: "/staff/users", label: text.users },
      { to: "/staff/team", label: text.team, admin: true },
      { to: "/staff/grants", label: text.grants, admin: true },
    ],
  },
  {
    label: text.world,
    links: [
      { to: "/staff/words", label: text.words },
      { to: "/staff/featured", label: text.featured, admin: true },
      { to: "/staff/gold-month", label: text.goldMonth, admin: true },
      { to: "/staff/events", label: text.events, admin: true },
      { to: "/staff/challenges", label: text.challenges, admin: true },
      { to: "/staff/hosts", label: text.hosts, admin: true },
    ],
  },
  {
    label: text.log,
    links: [
      { to: "/staff/audit", label: text.audit },
      { to: "/staff/system", label: text.system },
    ],
  },
];

const isCurrent = (pathname: string, { to }: StaffLink) => pathname === to || pathname.startsWith(`${to}/`);

export function StaffNav() {
  const isAdmin = useUser()?.role === "admin";
  const pathname = useLocation().pathname.replace(/\/$/, "");
  const groups = GROUPS.map(({ label, links }) => {
    const allowed = links.filter(({ admin }) => isAdmin || !admin);
    return { label, links: allowed, active: allowed.some((link) => isCurrent(pathname, link)) };
  });
  const open = groups.find(({ active }) => active)?.links ?? [];
  return (
    <nav className={styles.nav} aria-label={text.nav}>
      <ul className={styles.groups}>
        <li>
          <Link
            className={styles.group}
            to="/staff"
            aria-label={text.home}
            aria-current={pathname === "/staff" ? "page" : undefined}
          >
            <House aria-hidden />
          </Link>
        </li>
        {groups.map(({ label, links: [first, second], active }) => (
          <li key={label}>
            <Link
              className={styles.group}
              to={first?.to ?? "/staff"}
              data-active={active || undefined}
              aria-current={active && !second ? "page" : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {open.length > 1 && (
        <ul className={styles.links}>
          {open.map((link) => (
            <li key={link.to}>
              <Link
                className={styles.link}
                to={link.to}
                aria-current={isCurrent(pathname, link) ? "page" : undefined}
              >
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
