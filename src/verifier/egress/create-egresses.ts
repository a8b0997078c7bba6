import { resolveEnvelope } from '../envelope.ts';
import { type Connector, type ConnectorSettings, directConnector } from '../net/connect.ts';
import type { Dial } from '../net/dial.ts';
import { socksConnector } from '../net/socks.ts';
import type { VerifierSettings } from '../settings.ts';
import { DEFAULT_EGRESS, type Egress } from './egress.ts';
import { EgressHealth } from './health.ts';
import type { EgressSettings } from './settings.ts';

type Given = Pick<VerifierSettings, 'sender' | 'egress'> & Partial<Pick<VerifierSettings, 'helo'>>;

/**
 * The egresses of the settings, or the one that the machine's own address is.
 *
 * @throws MailvetError `config` for a HELO name or a sender that can't be one.
 */
export function createEgresses(
  settings: Given,
  connecting: ConnectorSettings,
  createDial: (connector: Connector, name: string) => Dial,
): readonly Egress[] {
  const { helo, sender } = settings;
  const all: readonly EgressSettings[] =
    settings.egress.length > 0 ? settings.egress : [{ name: DEFAULT_EGRESS, helo, sender }];
  return all.map((one) => ({
    name: one.name,
    ...resolveEnvelope({ helo: one.helo ?? helo, sender: one.sender ?? sender }),
    dial: createDial(createConnector(one, connecting), one.name),
    providers: one.providers,
    health: all.length > 1 ? new EgressHealth(connecting.clock) : undefined,
  }));
}

function createConnector(
  { address, socks5 }: Pick<EgressSettings, 'address' | 'socks5'>,
  connecting: ConnectorSettings,
): Connector {
  return socks5 ? socksConnector(socks5, connecting) : directConnector(connecting, address);
}
