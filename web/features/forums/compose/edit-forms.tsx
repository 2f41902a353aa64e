import { editReplyRoute, editThreadRoute, type Reply, type Thread } from "#domain/forums/api.ts";
import { useForm } from "#web/lib/form.ts";
import { toast } from "#web/ui/toast-store.ts";
import { composeText as text } from "../text/compose.ts";
import { PostForm } from "./post-form.tsx";
import { useAfterPost } from "./use-after-post.ts";
import { useForumDraft } from "./use-forum-draft.ts";

/** Returns what runs after saving: clears the draft and opens the post. */
function useAfterSave(clear: () => void) {
  const afterPost = useAfterPost();
  return (url: string) => {
    clear();
    toast(text.saved, { tone: "good" });
    afterPost(url);
  };
}

export function EditThreadForm({ thread, opening }: { thread: Thread; opening: Reply }) {
  const { id, title } = thread;
  const state = useForumDraft(`edit:${id}`, { title, body: opening.body, quote: null });
  const afterSave = useAfterSave(state.clear);
  const form = useForm(editThreadRoute, {
    params: { id },
    read: () => ({ title: state.draft.title, body: state.draft.body }),
    onDone: ({ thread: { url } }) => afterSave(url),
  });
  return <PostForm form={form} state={state} submit={text.save} hasTitle cancel={thread.url} />;
}

export function EditReplyForm({ reply }: { reply: Reply }) {
  const state = useForumDraft(`reply:${reply.id}`, { title: "", body: reply.body, quote: null });
  const afterSave = useAfterSave(state.clear);
  const form = useForm(editReplyRoute, {
    params: { id: reply.id },
    read: () => ({ body: state.draft.body }),
    onDone: ({ reply: { url } }) => afterSave(url),
  });
  return <PostForm form={form} state={state} submit={text.save} cancel={reply.url} />;
}
