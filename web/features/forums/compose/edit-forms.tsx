import { editReplyRoute, editThreadRoute, type Reply, type Thread } from "#domain/forums/api.ts";
import { useForm } from "#web/lib/form.ts";
import { composeText as text } from "#web/text/compose.ts";
import { toast } from "#web/ui/toast-store.ts";
import { PostForm } from "./post-form.tsx";
import { useDraft } from "./use-draft.ts";
import { useSent } from "./use-sent.ts";

/** What follows when something was changed. */
function useSaved(clear: () => void) {
  const sent = useSent();
  return (url: string) => {
    clear();
    toast(text.saved, { tone: "good" });
    sent(url);
  };
}

/** Where a thread's title and beginning are changed. */
export function EditThreadForm({ thread, opening }: { thread: Thread; opening: Reply }) {
  const { id, title } = thread;
  const state = useDraft(`edit:${id}`, { title, body: opening.body, quote: null });
  const saved = useSaved(state.clear);
  const form = useForm(editThreadRoute, {
    params: { id },
    read: () => ({ title: state.draft.title, body: state.draft.body }),
    onDone: ({ thread: { url } }) => saved(url),
  });
  return <PostForm form={form} state={state} submit={text.save} hasTitle cancel={thread.url} />;
}

/** Where a reply is changed. */
export function EditReplyForm({ reply }: { reply: Reply }) {
  const state = useDraft(`reply:${reply.id}`, { title: "", body: reply.body, quote: null });
  const saved = useSaved(state.clear);
  const form = useForm(editReplyRoute, {
    params: { id: reply.id },
    read: () => ({ body: state.draft.body }),
    onDone: ({ reply: { url } }) => saved(url),
  });
  return <PostForm form={form} state={state} submit={text.save} cancel={reply.url} />;
}
