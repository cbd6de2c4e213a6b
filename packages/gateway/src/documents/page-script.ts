// The script of every document: the folded navigation, and a button that copies a block of code. The pages work without it.

/**
 * Folds the navigation where the page is narrow, and adds a button to each block of code. Browsers have a clipboard only
 * over https and on the same machine.
 */
export const PAGE_SCRIPT = `
const wide = matchMedia('(min-width: 60.01rem)');
const unfold = () => { document.querySelector('.menu').open = wide.matches; };
unfold();
wide.addEventListener('change', unfold);
if (navigator.clipboard) for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  const frame = document.createElement('div');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  frame.className = block.textContent.trim().includes('\\n') ? 'copied' : 'copied one-line';
  block.replaceWith(frame);
  frame.append(block, button);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;
