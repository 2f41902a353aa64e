import { Page } from "#web/ui/page.tsx";

export default function ForumsCreatePage() {
  return <Page title="New thread">…</Page>;
}
