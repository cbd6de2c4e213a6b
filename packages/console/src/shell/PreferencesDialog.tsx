// The reader's preferences, the licences of bundled software, and sign-out.
import { Button } from '../parts/Button.tsx';
import { Dialog, DialogActions } from '../parts/Dialog.tsx';
import { Segments } from '../parts/Segments.tsx';
import { useCommonText } from '../text/common.ts';
import { choose, type Language, type Theme, usePreferences } from './preferences.ts';

const LANGUAGES: { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
];
const THEMES: Theme[] = ['system', 'light', 'dark'];

export function PreferencesDialog({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) {
  const text = useCommonText();
  const chosen = usePreferences();
  const licences = document.querySelector<HTMLLinkElement>('link[rel=license]')?.href;
  return (
    <Dialog title={text.settings} onClose={onClose}>
      <Segments
        label={text.theme}
        showLabel
        value={chosen.theme}
        choices={THEMES.map((value) => ({ value, label: text.themes[value] }))}
        onPick={(theme) => choose({ theme })}
      />
      <Segments
        label={text.language}
        showLabel
        value={chosen.language}
        choices={LANGUAGES}
        onPick={(language) => choose({ language })}
      />
      <Segments
        label={text.zone}
        showLabel
        value={chosen.zone}
        choices={(['UTC', 'local'] as const).map((value) => ({ value, label: text.zones[value] }))}
        onPick={(zone) => choose({ zone })}
      />
      {licences && (
        <p>
          <a href={licences} target="_blank" rel="noreferrer">
            {text.licences}
          </a>
        </p>
      )}
      <DialogActions>
        <Button onClick={onSignOut}>{text.signOut}</Button>
        <Button kind="primary" onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
