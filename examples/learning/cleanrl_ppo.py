"""PPO in one file that scores only legal actions (CleanRL style; needs torch): python cleanrl_ppo.py GAME ROUNDS."""

import sys

import torch
from torch import nn
from torch.distributions import Categorical

from bunfight.rl.vector import Batch

batch = Batch(sys.argv[1] if len(sys.argv) > 1 else "jom_burger", lanes=128, opponents="random", skips=True)
body, judge = nn.Sequential(nn.Linear(batch.size, 128), nn.Tanh(), nn.Linear(128, 64), nn.Tanh()), nn.Linear(64, 1)
keys = nn.Embedding(batch.actions + 1, 64)  # a vector for each action, and one for the padding
adam, arrays = torch.optim.Adam(nn.ModuleList([body, judge, keys]).parameters(), 1e-3), batch.reset(seed=1)
for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 100):
    steps, gain = [], 0.0
    for _ in range(64):
        flat, starts = map(torch.tensor, batch.legal())
        legal = nn.utils.rnn.pad_sequence(flat.split(starts.diff().tolist()), True, batch.actions)
        seen, seats = torch.tensor(arrays.observations), arrays.seats.copy()
        with torch.no_grad():
            scores = (keys(legal) @ body(seen)[..., None])[..., 0].masked_fill(legal == batch.actions, -1e9)
            odds, value = Categorical(logits=scores), judge(body(seen))[:, 0]
        pick = odds.sample()
        arrays = batch.step(legal[torch.arange(128), pick].numpy())
        reward, over = torch.tensor(arrays.rewards[range(128), seats]), torch.tensor(arrays.ended)
        steps.append((seen, legal, pick, odds.log_prob(pick), value, reward, over))
    ahead = judge(body(torch.tensor(arrays.observations)))[:, 0].detach()
    for seen, legal, pick, before, value, reward, over in reversed(steps):
        gain, ahead = reward + ~over * (ahead + 0.95 * gain) - value, value  # better than expected (GAE)
        scores = (keys(legal) @ body(seen)[..., None])[..., 0].masked_fill(legal == batch.actions, -1e9)
        odds, judged = Categorical(logits=scores), judge(body(seen))[:, 0]
        ratio, better = (odds.log_prob(pick) - before).exp(), (gain - gain.mean()) / (gain.std() + 1e-8)
        loss = 0.5 * (judged - value - gain) ** 2 - 0.01 * odds.entropy()
        adam.zero_grad()
        (loss - torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better)).mean().backward()
        adam.step()
    results = torch.cat([reward[over] for *_, reward, over in steps]) > 0
    print(f"round {number + 1}: wins {results.float().mean():.0%} of {len(results)} games against random")
