#pragma once

#include <string>
#include <vector>

#include "engine/cube/met.h"

namespace alea {

// Makes a MatchEquityTable of full size out of the rows a source gives.
class MatchEquityTableBuilder {
 public:
  std::string name;
  std::vector<std::vector<double>> rows;  // [n][n]: row i, column j: we need i+1, they need j+1
  std::vector<double> trailer;            // after the Crawford game, against 1-away; may be shorter

  // `rows` must be square, symmetric and monotone; see check_table for what a user gives.
  //
  // The table is continued by letting each further game be won by either side with equal chance and be
  // worth 1, 2, 4 or 8 points in the shares 0.58, 0.34, 0.02, 0.06:
  //   M(a, b) = sum_k share_k * (M(a - k, b) + M(a, b - k)) / 2
  // The shares are a least-squares fit to the columns 16..25 of the Kazaross-XG2 table, which this
  // formula reproduces within 0.0003 (chances of the trailer within 3%, where they are small).
  // After the Crawford game the trailer always plays for 2 points, or 4 with a gammon share of 0.30
  // (fitted likewise; the table's ratios give 0.29 to 0.32); the Crawford game uses the same share.
  // Values are kept between their neighbours, so the continued table is monotone, too.
  [[nodiscard]] MatchEquityTable build() const;
};

}  // namespace alea
