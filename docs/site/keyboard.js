// doxygen-awesome's buttons are no buttons to a keyboard: here they become some.
"use strict";
whenThere("doxygen-awesome-dark-mode-toggle, doxygen-awesome-fragment-copy-button, .contents > .toc > h3", button => {
  button.tabIndex = 0;
  button.setAttribute("role", "button");
  if (button.title) button.setAttribute("aria-label", button.title);
  button.addEventListener("keydown", event => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    button.click();
  });
});

// The list of sections folds itself when it has been used: where it is a box, it lies over the text.
whenThere(".contents > .toc", toc => toc.addEventListener("click", event => {
  if (event.target.closest("a")) toc.classList.remove("open");
}));
