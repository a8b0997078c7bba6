import type { Message } from '../../../i18n/message.ts';
import { resolveEnvelope } from '../../engine/envelope.ts';
import { type Connector, type ConnectorSettings, directConnector } from '../../net/connect.ts';
import type { Dial } from '../../net/dial.ts';
import { proxyName, socksConnector } from '../../net/socks.ts';
import type { VerifierSettings } from '../../verifier-settings.ts';
import { DEFAULT_EGRESS, type Egress } from './egress.ts';
import type { EgressSettings } from './egress-settings.ts';
import { EgressHealth } from './health.ts';

type EgressSource = Pick<VerifierSettings, 'sender' | 'egress'> &
  Partial<Pick<VerifierSettings, 'helo'>>;

/** An egress is of no use, or again of use. */
export interface EgressChange {
  readonly egress: string;
  /** What is wrong, as a sentence without a full stop; absent: nothing any more. */
  readonly fault: Message | undefined;
}

interface EgressParts {
  readonly connecting: ConnectorSettings;
  createDial(connector: Connector, name: string): Dial;
  readonly onHealth?: ((change: EgressChange) => void) | undefined;
}

/**
 * The egresses of the settings, or the one that the machine's own address is.
 *
 * @throws MailvetError `config` for a HELO name or a sender that can't be one.
 */
export function createEgresses(
  settings: EgressSource,
  { connecting, createDial, onHealth }: EgressParts,
): readonly Egress[] {
  const { helo, sender } = settings;
  const all: readonly EgressSettings[] =
    settings.egress.length > 0 ? settings.egress : [{ name: DEFAULT_EGRESS, helo, sender }];
  const connectors = createConnectors(all, connecting);
  return connectors.map((connector, at) => {
    const one = all[at] as EgressSettings;
    return {
      name: one.name,
      way: wayOf(one),
      ...resolveEnvelope({ helo: one.helo ?? helo, sender: one.sender ?? sender }),
      dial: createDial(connector, one.name),
      providers: one.providers,
      health: new EgressHealth({
        clock: connecting.clock,
        isAlone: all.length === 1,
        onChange: (fault) => onHealth?.({ egress: one.name, fault }),
      }),
    };
  });
}

/** What connects for each egress, in their order: without any, the machine itself. */
export function createConnectors(
  egresses: readonly Pick<EgressSettings, 'address' | 'socks5'>[],
  connecting: ConnectorSettings,
): readonly Connector[] {
  const all = egresses.length > 0 ? egresses : [{}];
  return all.map(({ address, socks5 }) =>
    socks5 ? socksConnector(socks5, connecting) : directConnector(connecting, address),
  );
}

/** How it leaves, for people: its address, its proxy, or nothing where the system chooses. */
function wayOf({ address, socks5 }: EgressSettings): string {
  return socks5 ? `socks5 ${proxyName(socks5)}` : (address ?? '');
}
