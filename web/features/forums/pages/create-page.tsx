import { useState } from "react";
import { useParams } from "react-router";
import { createThreadRoute } from "#domain/forums/api.ts";
import { SUBFORUM_IDS, SUBFORUMS } from "#domain/forums/rules.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { useForm } from "#web/lib/form.ts";
import { MissingPost, ThreadComposePage } from "../compose/compose-screen.tsx";
import { HeldNotice } from "../compose/held-notice.tsx";
import { PostForm } from "../compose/post-form.tsx";
import { useAfterPost } from "../compose/use-after-post.ts";
import { useForumDraft } from "../compose/use-forum-draft.ts";
import { composeText as text } from "../text/compose.ts";

function CreateThreadForm({ subforum }: { subforum: number }) {
  const state = useForumDraft(`subforum:${subforum}`, { title: "", body: "", quote: null });
  const [held, setHeld] = useState<string | null>(null);
  const afterPost = useAfterPost();
  const form = useForm(createThreadRoute, {
    params: { subforum },
    read: () => ({ title: state.draft.title, body: state.draft.body }),
    onDone: (response) => {
      state.clear();
      setHeld(response.held?.message ?? null);
      afterPost(response.thread?.url);
    },
  });
  if (held) return <HeldNotice message={held} />;
  return <PostForm form={form} state={state} submit={text.create} hasTitle cancel={subforumUrl(subforum)} />;
}

export default function CreateThreadPage() {
  const { subforum } = useParams();
  const id = SUBFORUM_IDS.find((known) => String(known) === subforum);
  if (!id) return <MissingPost />;
  return (
    <ThreadComposePage title={text.newThread} thread={{ title: SUBFORUMS[id].name, url: subforumUrl(id) }}>
      <CreateThreadForm subforum={id} key={id} />
    </ThreadComposePage>
  );
}
