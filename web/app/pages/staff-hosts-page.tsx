import { HostsScreen } from "#web/features/hosts/hosts-screen.tsx";
import { StaffPage } from "../staff/staff-page.tsx";

/** The game hosts, for admins. */
export default function StaffHostsPage() {
  return <StaffPage admin>{(nav) => <HostsScreen nav={nav} />}</StaffPage>;
}
