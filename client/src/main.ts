import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/card-themes.css";
import "./styles/base.css";
import "./styles/moments.css";
import { preferredLanguage, setLanguage } from "./lib/texts.svelte";

await setLanguage(preferredLanguage());
// When there is nothing better to do.
if (import.meta.env.PROD)
  (window.requestIdleCallback ?? setTimeout)(
    // Without it the page works as long as there is a network.
    () => void import("./lib/offline-start").then((found) => found.startOffline()).catch(() => {}),
  );
const target = document.getElementById("app")!;
// What the server sent of the start page has been read, and perhaps used, meanwhile.
const { pressed } = target.dataset;
target.replaceChildren();
delete target.dataset.shell;
mount(App, { target });
if (pressed) target.querySelector<HTMLElement>(`[data-way="${pressed}"]`)?.click();
