import { useParams } from "react-router";
import { SUBFORUM_IDS, SUBFORUMS } from "#domain/forums/rules.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { MissingPost, ThreadComposePage } from "../compose/compose-screen.tsx";
import { CreateThreadForm } from "../compose/create-thread-form.tsx";
import { composeText } from "../text/compose.ts";

/** Creates a thread. */
export default function CreateThreadPage() {
  const { subforum } = useParams();
  const id = SUBFORUM_IDS.find((known) => String(known) === subforum);
  if (!id) return <MissingPost />;
  return (
    <ThreadComposePage
      title={composeText.newThread}
      thread={{ title: SUBFORUMS[id].name, url: subforumUrl(id) }}
    >
      <CreateThreadForm subforum={id} key={id} />
    </ThreadComposePage>
  );
}
