import { useParams } from "react-router";
import { SUBFORUM_IDS, SUBFORUMS } from "#domain/forums/rules.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { CreateForm } from "#web/features/forums/compose/create-form.tsx";
import { AboutThread, MissingPost } from "#web/features/forums/compose/screen.tsx";
import { composeText } from "#web/text/compose.ts";

/** Where a thread is begun. */
export default function CreatePage() {
  const { subforum } = useParams();
  const id = SUBFORUM_IDS.find((one) => String(one) === subforum);
  if (!id) return <MissingPost />;
  return (
    <AboutThread title={composeText.newThread} thread={{ title: SUBFORUMS[id].name, url: subforumUrl(id) }}>
      <CreateForm subforum={id} key={id} />
    </AboutThread>
  );
}
