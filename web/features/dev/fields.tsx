import { Box, Search } from "lucide-react";
import { useState } from "react";
import { Checkbox, SegmentedControl, Switch } from "#web/ui/checkbox.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { Case, ExampleRow } from "./case.tsx";

/** Examples of form fields. */
export function FieldCases() {
  const [file, setFile] = useState<File | null>(null);
  const [model, setModel] = useState<File | null>(null);
  const [kind, setKind] = useState("gradient");
  const [name, setName] = useState("Far too long a name");
  return (
    <>
      <Case name="TextField">
        <TextField label="Search" hideLabel icon={Search} placeholder="Search levels" type="search" />
        <TextField label="Title" hint="Everyone sees it." defaultValue="Sky Maze" />
        <TextField
          label="Username"
          defaultValue="no spaces"
          errors={["Username can only have letters, numbers and _."]}
        />
        <TextField label="Disabled" defaultValue="Can't touch this" disabled />
        <TextField label="Name" max={12} value={name} onChange={(event) => setName(event.target.value)} />
      </Case>
      <Case name="PasswordField, CodeField">
        <PasswordField label="Password" hint="At least 8 characters." autoComplete="off" />
        <CodeField label="Code" hint="6 digits." />
      </Case>
      <Case name="TextArea">
        <TextArea label="Description" max={200} defaultValue="Three towers, one rope, no floor." />
        <TextArea label="Comment" max={12} defaultValue="This is too long 👨‍👩‍👧‍👦" rows={2} />
      </Case>
      <Case name="Select, Segmented">
        <Select
          label="Order"
          options={[
            { value: "playing", label: "Most Popular" },
            { value: "newest", label: "Newest" },
          ]}
        />
        <SegmentedControl
          label="Background"
          options={[
            { value: "solid", label: "Solid" },
            { value: "gradient", label: "Gradient" },
          ]}
          value={kind}
          onChange={setKind}
        />
      </Case>
      <Case name="Checkbox, Switch">
        <ExampleRow>
          <Checkbox label="Show private levels" defaultChecked />
          <Checkbox label="Off" />
          <Checkbox label="Disabled" disabled />
        </ExampleRow>
        <Switch label="Comments" hint="Off: no one can write here." defaultChecked />
        <Switch label="Off" />
      </Case>
      <Case name="FileButton">
        <FileButton label="Thumbnail" hint="PNG or JPEG, up to 8 MB." file={file} onPick={setFile} />
      </Case>
      <Case name="FileDrop">
        <FileDrop
          label="Model"
          hint="An .obj file."
          accept=".obj"
          icon={Box}
          prompt="Drop an .obj file here, or choose one"
          file={model}
          onPick={setModel}
          errors={model ? ["Model must be an obj"] : []}
        />
      </Case>
    </>
  );
}
