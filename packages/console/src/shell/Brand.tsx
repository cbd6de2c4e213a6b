// Logo and name of the service, from the operator's settings if set there.
import style from './shell.module.css';

function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <defs>
        <linearGradient id="mark" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#3451d1" />
          <stop offset="1" stopColor="#7a55d8" />
        </linearGradient>
      </defs>
      <rect width="20" height="20" rx="5" fill="url(#mark)" />
      <path d="M8 6.2v7.6l6-3.8z" fill="#fff" />
    </svg>
  );
}

export function Brand({ title, logo }: { title: string; logo?: string | null }) {
  return (
    <a className={style.brand} href="#/">
      {logo ? <img className={style.logo} src={logo} alt="" /> : <Mark />}
      <span>{title}</span>
    </a>
  );
}
