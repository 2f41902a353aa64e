export default function RevertPage() {
  return null;
}
