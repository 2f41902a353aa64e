import { useQuotedComment } from "#web/features/comments/quoted-comment.tsx";
import { ReportScreen } from "../report-screen.tsx";

/** The report page. The comments feature renders a reported comment. */
export default function ReportPage() {
  return <ReportScreen comment={useQuotedComment()} />;
}
