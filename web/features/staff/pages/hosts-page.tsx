import { HostsScreen } from "#web/features/hosts/hosts-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** Manages the game hosts. */
export default function StaffHostsPage() {
  return <StaffPage admin>{(nav) => <HostsScreen nav={nav} />}</StaffPage>;
}
