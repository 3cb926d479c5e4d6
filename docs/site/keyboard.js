// doxygen-awesome's buttons are no buttons to a keyboard: here they become some.
"use strict";
whenThere("doxygen-awesome-dark-mode-toggle, doxygen-awesome-fragment-copy-button", button => {
  button.tabIndex = 0;
  button.setAttribute("role", "button");
  button.setAttribute("aria-label", button.title);
  button.addEventListener("keydown", event => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    button.click();
  });
});
