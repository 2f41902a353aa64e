export { SubforumScreen as default } from "../subforum-screen.tsx";
