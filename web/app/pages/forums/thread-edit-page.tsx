import { Page } from "#web/ui/page.tsx";

export default function ForumsThreadEditPage() {
  return <Page title="Edit thread">…</Page>;
}
