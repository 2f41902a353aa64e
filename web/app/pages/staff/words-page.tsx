import { WordsScreen } from "#web/features/spam/words-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** Words that are not wanted. */
export default function StaffWordsPage() {
  return <StaffPage>{(nav) => <WordsScreen nav={nav} />}</StaffPage>;
}
