// The frame around every page: navigation, search, the signed-in user and preferences.
import { useLocation } from '@tanstack/react-router';
import {
  type FocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../parts/Button.tsx';
import { MenuIcon, SettingsIcon } from '../parts/icons.tsx';
import { joined } from '../parts/joined.ts';
import { useCommonText } from '../text/common.ts';
import { Brand } from './Brand.tsx';
import { Finder, type FoundId } from './Finder.tsx';
import { PreferencesDialog } from './PreferencesDialog.tsx';
import style from './shell.module.css';
import { useFormat } from './use-format.ts';

interface NavigationLink {
  to: string;
  label: string;
  aside?: ReactNode;
  count?: number;
  outside?: boolean;
}
export interface NavigationGroup {
  label: string | null;
  links: readonly NavigationLink[];
}

interface ShellProps {
  title: string;
  logo?: string | null;
  groups: readonly NavigationGroup[];
  who: ReactNode;
  lookUp?: (id: string) => Promise<FoundId[]>;
  onSignOut: () => void;
  children: ReactNode;
}

function isCurrent(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
}

function Links({ groups }: { groups: readonly NavigationGroup[] }) {
  const { pathname } = useLocation();
  return groups.map(({ label, links }) => (
    <div key={label ?? ''}>
      {label && <p className={style.group}>{label}</p>}
      <ul>
        {links.map(({ to, label, aside, count, outside }) => {
          const current = !outside && isCurrent(pathname, to);
          return (
            <li key={to}>
              <a
                className={joined(style.link, current && style.current)}
                href={outside ? to : `#${to}`}
                {...(current && { 'aria-current': 'page' })}
              >
                {label}
                {aside && <span className={style.aside}>{aside}</span>}
                {count !== undefined && count > 0 && <span className={style.count}>{count}</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  ));
}

/**
 * The menu of a narrow screen. It takes the focus when it opens and closes when the focus leaves it; Escape gives the focus back to its
 * button.
 */
function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (isOpen) menu.current?.querySelector<HTMLElement>('ul a')?.focus();
  }, [isOpen]);
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.querySelector('button')?.focus();
  };
  const onBlur = ({ relatedTarget: next }: FocusEvent) => {
    const leaves = next !== null && !menu.current?.contains(next) && !button.current?.contains(next);
    if (leaves) setOpen(false);
  };
  return { isOpen, toggle: () => setOpen(!isOpen), button, menu: { ref: menu, onKeyDown, onBlur } };
}

/** ⌘K on a Mac, Ctrl K on other systems. */
function useFinderKey(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [open]);
}

export function Shell({ title, logo = null, groups, who, lookUp, onSignOut, children }: ShellProps) {
  const text = useCommonText();
  const format = useFormat();
  const menu = useMenu();
  const [over, setOver] = useState<'finder' | 'preferences' | null>(null);
  const openFinder = useRef(() => setOver('finder')).current;
  useFinderKey(openFinder);
  return (
    <div className={style.shell}>
      <button type="button" className={style.skip} onClick={() => document.getElementById('main')?.focus()}>
        {text.skip}
      </button>
      <nav
        className={joined(style.side, menu.isOpen && style.sideOpen)}
        aria-label={text.navigation}
        {...menu.menu}
      >
        <div className={style.sideInner}>
          <Brand title={title} logo={logo} />
          <Links groups={groups} />
        </div>
      </nav>
      <div>
        <header className={style.top}>
          <span className={style.narrowOnly} ref={menu.button}>
            <Button kind="icon" aria-label={text.menu} aria-expanded={menu.isOpen} onClick={menu.toggle}>
              <MenuIcon />
            </Button>
          </span>
          <button type="button" className={style.finder} onClick={openFinder}>
            <span className={style.wideOnly}>{text.searchOrPaste}</span>
            <span className={style.narrowOnly}>{text.search}</span>
            <kbd className={style.wideOnly}>⌘K</kbd>
          </button>
          <div className={style.who}>
            <span className={style.wideOnly}>{format.time.zone}</span>
            {who}
            <Button kind="icon" aria-label={text.settings} onClick={() => setOver('preferences')}>
              <SettingsIcon />
            </Button>
          </div>
        </header>
        <main id="main" className={style.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {over === 'finder' && (
        <Finder groups={groups} {...(lookUp && { lookUp })} onClose={() => setOver(null)} />
      )}
      {over === 'preferences' && <PreferencesDialog onClose={() => setOver(null)} onSignOut={onSignOut} />}
    </div>
  );
}
