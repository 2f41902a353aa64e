import { useUser } from "#web/lib/user.ts";
import { StaffPage } from "../staff-page.tsx";
import { LookUpScreen } from "../users/look-up-screen.tsx";

/** Looks up users. */
export default function StaffUsersPage() {
  const isAdmin = useUser()?.role === "admin";
  return <StaffPage>{(nav) => <LookUpScreen nav={nav} isAdmin={isAdmin} />}</StaffPage>;
}
