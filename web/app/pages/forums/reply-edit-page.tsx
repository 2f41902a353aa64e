import { Page } from "#web/ui/page.tsx";

export default function ForumsReplyEditPage() {
  return <Page title="Edit reply">…</Page>;
}
