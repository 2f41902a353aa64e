import { StaffChallenges } from "#web/features/events/staff/staff-challenges.tsx";
import { StaffPage } from "../staff-page.tsx";

/** Manages challenges. */
export default function StaffChallengesPage() {
  return <StaffPage admin>{(nav) => <StaffChallenges nav={nav} />}</StaffPage>;
}
